import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { JsonLineReader } from './json-lines.ts';
import { parseMessage, refusalOf } from './json-rpc.ts';

/** MCP over a pair of streams: one JSON message a line, closed when the input ends. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #closed = false;

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    const reader = new JsonLineReader((line) => this.#take(line));
    this.#input.on('data', (chunk: Buffer) => this.#push(reader, chunk));
    for (const end of ['end', 'close', 'error']) this.#input.once(end, () => void this.close());
    this.#output.on('error', () => void this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    const flushed = this.#output.write(`${JSON.stringify(message)}\n`);
    return flushed ? Promise.resolve() : new Promise((resolve) => this.#output.once('drain', resolve));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #push(reader: JsonLineReader, chunk: Buffer): void {
    try {
      reader.push(chunk);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void this.close();
    }
  }

  #take(line: string): void {
    const message = parseMessage(line);
    if (message) {
      this.onmessage?.(message as JSONRPCMessage);
      return;
    }
    this.#output.write(`${JSON.stringify(refusalOf(line))}\n`);
    this.onerror?.(new Error(`not a JSON-RPC message: ${line.slice(0, 200)}`));
  }
}

import type { Readable, Writable } from 'node:stream';
import { CUSP_CAPABILITY, type NotificationMethod, type RequestMethod } from '@cusp/protocol';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { JsonLineReader } from './json-lines.ts';
import { parseMessage, RPC_CODES, RpcError, type RpcMessage } from './json-rpc.ts';

const PROTOCOL_VERSION = '2025-11-25';

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  unlisten: () => void;
  progress?: ((progress: number, message: string) => void) | undefined;
}

export interface PeerRequestOptions {
  signal?: AbortSignal;
  progress?: ((progress: number, message: string) => void) | undefined;
}

type RequestHandler = (params: unknown, signal: AbortSignal) => Promise<unknown>;

/**
 * The orchestrator's end of the hop to a service: an MCP client of its own, thinner than the SDK's, so that a call
 * costs little more than the pipe. It never times out; a call ends by its result, its signal or the pipe's end.
 */
export class ServicePeer {
  readonly #output: Writable;
  readonly #onGarbage: (line: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #requestHandlers = new Map<string, RequestHandler>();
  readonly #notificationHandlers = new Map<string, (params: unknown) => void>();
  readonly #answering = new Map<string | number, AbortController>();
  #nextId = 1;
  #ended: Error | undefined;

  constructor(input: Readable, output: Writable, onGarbage: (line: string) => void) {
    this.#output = output;
    this.#onGarbage = onGarbage;
    const reader = new JsonLineReader((line) => this.#take(line));
    input.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.end(error instanceof Error ? error : new Error(String(error)));
      }
    });
    this.#notificationHandlers.set('notifications/progress', (params) => this.#reportProgress(params));
    this.#notificationHandlers.set('notifications/cancelled', (params) => this.#cancelAnswer(params));
  }

  async initialize(name: string, version: string): Promise<void> {
    const capabilities = { experimental: { [CUSP_CAPABILITY]: {} } };
    await this.#send('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities,
      clientInfo: { name, version },
    });
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  callTool(
    name: string,
    input: unknown,
    meta: Record<string, unknown>,
    options: PeerRequestOptions = {},
  ): Promise<CallToolResult> {
    return this.#send(
      'tools/call',
      { name, arguments: input, _meta: meta },
      options,
    ) as Promise<CallToolResult>;
  }

  async request<P extends z.ZodType, R extends z.ZodType>(
    method: RequestMethod<P, R>,
    params: z.input<P>,
    options: PeerRequestOptions = {},
  ): Promise<z.infer<R>> {
    return method.result.parse(
      await this.#send(method.name, params as Record<string, unknown>, options),
    ) as z.infer<R>;
  }

  notify<P extends z.ZodType>(method: NotificationMethod<P>, params: z.input<P>): void {
    this.#write({ jsonrpc: '2.0', method: method.name, params: params as Record<string, unknown> });
  }

  onRequest<P extends z.ZodType, R extends z.ZodType>(
    method: RequestMethod<P, R>,
    handler: (params: z.infer<P>, signal: AbortSignal) => Promise<z.input<R>>,
  ): void {
    this.#requestHandlers.set(method.name, (params, signal) =>
      handler(method.params.parse(params) as z.infer<P>, signal),
    );
  }

  onNotification<P extends z.ZodType>(
    method: NotificationMethod<P>,
    handler: (params: z.infer<P>) => void,
  ): void {
    this.#notificationHandlers.set(method.name, (params) =>
      handler(method.params.parse(params) as z.infer<P>),
    );
  }

  /** How many requests wait for their answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Settles when the other end answers at all. */
  async ping(): Promise<void> {
    await this.#send('ping', {});
  }

  /**
   * The pipe is gone: every waiting request fails with `error`, and so does every later one.
   * @returns How many were waiting.
   */
  end(error: Error): number {
    this.#ended ??= error;
    const waiting = this.#waiting.size;
    for (const waiting of this.#waiting.values()) {
      waiting.unlisten();
      waiting.reject(error);
    }
    this.#waiting.clear();
    for (const controller of this.#answering.values()) controller.abort(error);
    return waiting;
  }

  #send(method: string, params: Record<string, unknown>, options: PeerRequestOptions = {}): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const { signal, progress } = options;
      const cancel = () => {
        this.#waiting.delete(id);
        const reason = String(signal?.reason ?? 'cancelled');
        this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } });
        reject(signal?.reason);
      };
      const unlisten = () => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(id, { resolve, reject, progress, unlisten });
      const sent = progress
        ? { ...params, _meta: { ...(params._meta as object), progressToken: id } }
        : params;
      this.#write({ jsonrpc: '2.0', id, method, params: sent });
    });
  }

  #write(message: RpcMessage): void {
    if (this.#output.writable) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string): void {
    const message = parseMessage(line);
    if (!message) this.#onGarbage(line);
    else if (message.method === undefined) this.#settle(message);
    else if (message.id === undefined) this.#notificationHandlers.get(message.method)?.(message.params ?? {});
    else void this.#answer(message.id, message.method, message.params ?? {});
  }

  #settle({ id, result, error }: RpcMessage): void {
    const waiting = this.#waiting.get(Number(id));
    if (!waiting) return;
    this.#waiting.delete(Number(id));
    waiting.unlisten();
    if (error) waiting.reject(new RpcError(error.code, error.message));
    else waiting.resolve(result);
  }

  async #answer(id: string | number, method: string, params: unknown): Promise<void> {
    const handler = this.#requestHandlers.get(method);
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      if (!handler) throw new RpcError(RPC_CODES.methodNotFound, `Method not found: ${method}`);
      const result = await handler(params, controller.signal);
      this.#write({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : RPC_CODES.internal;
      const message = error instanceof Error ? error.message : String(error);
      this.#write({ jsonrpc: '2.0', id, error: { code, message } });
    } finally {
      this.#answering.delete(id);
    }
  }

  #reportProgress(params: unknown): void {
    const { progressToken, progress, message } = params as {
      progressToken: number;
      progress: number;
      message?: string;
    };
    this.#waiting.get(progressToken)?.progress?.(progress, message ?? '');
  }

  #cancelAnswer(params: unknown): void {
    this.#answering.get((params as { requestId: string | number }).requestId)?.abort();
  }
}

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { CallToolResult } from '@cusp/mcp';
import { errorResult } from '@cusp/service-kit';
import { isRecord, parseJson } from '../repair/repair-value.ts';
import { CallQueue } from './call-queue.ts';
import type { Run } from './run.ts';

interface Answer {
  tool: string;
  result: CallToolResult;
  ms: number;
}

/** Answers a script's lines in order, each as soon as it and those before it are done. */
export class ScriptSession {
  readonly #run: Run;
  readonly #output: Writable;
  readonly #keepGoing: boolean;
  readonly #queue = new CallQueue();
  readonly #signal: AbortSignal;
  readonly #stopped = new AbortController();
  #failed = false;

  constructor(run: Run, output: Writable, keepGoing: boolean, signal: AbortSignal) {
    this.#run = run;
    this.#output = output;
    this.#keepGoing = keepGoing;
    this.#signal = signal;
  }

  /** Answers lines until the source ends or, unless told to keep going, a call fails; then says whether one did. */
  async answerLines(source: Readable): Promise<boolean> {
    let written = Promise.resolve();
    const signal = AbortSignal.any([this.#signal, this.#stopped.signal]);
    for await (const line of createInterface({ input: source, signal })) {
      if (line.trim() === '' || signal.aborted) continue;
      const answering = this.#answer(line);
      written = written.then(async () => this.#write(await answering));
    }
    await written;
    return this.#failed;
  }

  #answer(line: string): Promise<Answer> {
    const parsed = parseJson(line);
    const { tool, input } = isCall(parsed) ? parsed : NOT_A_CALL;
    return this.#queue.enter(this.#run.mayOverlap(tool), async () => {
      const started = performance.now();
      const result = await this.#call(tool, input, line);
      if (result.isError && !this.#keepGoing) this.#stopped.abort();
      return { tool, result, ms: Math.round((performance.now() - started) * 10) / 10 };
    });
  }

  /** What was read ahead of a failure is not begun; its answer is never written. */
  async #call(tool: string, input: unknown, line: string): Promise<CallToolResult> {
    if (this.#stopped.signal.aborted) return errorResult('cancelled', 'A call before this one failed');
    return tool === '' ? notACall(line) : this.#run.call({ name: tool, input, signal: this.#signal });
  }

  #write(answer: Answer): void {
    if (this.#failed && !this.#keepGoing) return;
    this.#output.write(`${JSON.stringify(answer)}\n`);
    this.#failed ||= answer.result.isError === true;
  }
}

const NOT_A_CALL = { tool: '', input: undefined };

function isCall(line: unknown): line is { tool: string; input: unknown } {
  if (!isRecord(line) || typeof line.tool !== 'string') return false;
  return 'input' in line || Object.keys(line).length === 1;
}

function notACall(line: string): CallToolResult {
  const text = `Not a call: ${line.slice(0, 200)}\nA line is {"tool":"Read","input":{"file_path":"…"}}`;
  return errorResult('invalid_input', text);
}

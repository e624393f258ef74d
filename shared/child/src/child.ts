import type { Readable, Writable } from 'node:stream';
import type { ChildExit } from './child-exit.ts';
import { drain } from './output/drain.ts';
import type { OutputRing } from './output/output-ring.ts';
import { isOfChild } from './processes/child-tag.ts';
import { listYounger } from './processes/list-younger.ts';
import type { ProcessEntry, ProcessIdentity } from './processes/process-entry.ts';
import { killTree } from './termination/kill-tree.ts';
import { Targets } from './termination/targets.ts';
import type { TerminationOptions } from './termination/terminate.ts';

const LAST_OUTPUT_MS = 100;

export type KillOptions = TerminationOptions;

interface ChildParts {
  identity: ProcessIdentity;
  childTag: string;
  exited: Promise<ChildExit>;
  stdin: Writable | undefined;
  stdout: Readable | undefined;
  stderr: Readable | undefined;
  /** What carries the output to its file. */
  relay: Readable | undefined;
  ring: OutputRing | undefined;
  overflowed: Promise<void> | undefined;
}

/** A running child, which leads its own session. Made by `startChild`. */
export class Child {
  readonly pid: number;
  /** Settled as soon as the process has exited, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** With `stdin: 'pipe'`. What is written after the child's death is dropped; the write's callback tells. */
  readonly stdin: Writable | undefined;
  /** With output of kind `pipe`. Listen at once: node discards what nobody reads when the child exits. */
  readonly stdout: Readable | undefined;
  /** With output of kind `pipe`; already flowing into the tail, more listeners may be added. */
  readonly stderr: Readable | undefined;
  /** With output of kind `ring`: stdout and stderr in the order of their arrival. */
  readonly output: OutputRing | undefined;
  /** With a file and `capBytes`: settles when the child has written more; what is over is dropped. Else never. */
  readonly overflowed: Promise<void>;
  readonly #parts: ChildParts;
  readonly #startedMs = performance.now();
  #exit: ChildExit | undefined;

  constructor(parts: ChildParts, output: 'file' | 'pipe' | 'ring') {
    this.#parts = parts;
    this.pid = parts.identity.pid;
    this.stdin = parts.stdin;
    this.stdout = output === 'pipe' ? parts.stdout : undefined;
    this.stderr = output === 'pipe' ? parts.stderr : undefined;
    this.output = output === 'ring' ? parts.ring : undefined;
    this.overflowed = parts.overflowed ?? new Promise(() => undefined);
    this.exited = parts.exited;
    void this.exited.then((exit) => {
      this.#exit = exit;
    });
  }

  /** How it ended; undefined while it runs. */
  get exit(): ChildExit | undefined {
    return this.#exit;
  }

  /** The end of what it wrote to stderr (kind `pipe`) or to both (kind `ring`); empty with a file, which has it. */
  stderrTail(): string {
    return this.#parts.ring?.text() ?? '';
  }

  /**
   * Waits until all output was read, and written when it goes to a file; `withinMs` at most: a process left behind may
   * hold the pipe.
   * @returns Whether it was all.
   * @throws ToolError when the file cannot be written.
   */
  async drained(withinMs: number, signal?: AbortSignal): Promise<boolean> {
    const isAll = await drain(this.#outputs(), withinMs, signal);
    if (this.#parts.relay?.errored) throw this.#parts.relay.errored;
    return isAll;
  }

  /**
   * What else runs of the tree: group, session, descendants, and daemons that left it but carry its tag; also after
   * the child itself exited. 0.3 ms after a short command that left nothing.
   */
  async remaining(): Promise<ProcessEntry[]> {
    const { identity, childTag } = this.#parts;
    const look = () => listYounger(identity, performance.now() - this.#startedMs);
    const isSeed = (entry: ProcessEntry) => isOfChild(entry, childTag);
    const { targets } = await new Targets({ isSeed, leader: identity, look }).find();
    return targets.filter(({ pid }) => pid !== this.pid);
  }

  /**
   * Ends the whole tree: group, session, descendants, and daemons that left it but carry its tag; also after the
   * child itself exited. Resolves when none is left and the pipes are closed.
   */
  async kill(options: KillOptions = {}): Promise<void> {
    const { identity, childTag } = this.#parts;
    await killTree(identity, { ...options, childTag });
    await this.exited;
    await this.#close(options.signal);
  }

  #outputs(): Readable[] {
    const { stdout, stderr, relay } = this.#parts;
    return [stdout, stderr, relay].filter((stream) => stream !== undefined);
  }

  async #close(signal?: AbortSignal): Promise<void> {
    this.stdin?.destroy();
    // A stream without a reader would never end.
    const read = this.#outputs().filter((stream) => stream.readableFlowing !== null);
    await drain(read, LAST_OUTPUT_MS, signal);
    for (const stream of this.#outputs()) stream.destroy();
  }
}

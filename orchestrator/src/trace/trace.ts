import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FLUSH_EVERY_MS = 1_000;

/** One call of a run, one JSON line of `trace.jsonl`. Times are milliseconds; `at` is when it began, ISO 8601. */
export interface TraceRecord {
  at: string;
  id: string;
  /** Canonical, or as it was called when nothing has that name. */
  name: string;
  service?: string;
  /** First 16 hex digits of the SHA-256 of the input's JSON; left out where the input was refused. */
  inputHash?: string;
  /** Outcome and what decided it: `allow (tier read)`. */
  decision?: string;
  ms: Record<string, number>;
  /** Of the result's text. */
  bytes: number;
  /** The error code of a failed call. */
  error?: string;
}

/** Who made the run and where, in `run.json`. */
export interface RunInfo {
  id: string;
  door: string;
  cwd: string;
  pid: number;
  startedAt: string;
}

/** Writes a run's calls to its state, buffered; nothing touches the disk before the first call. */
export class Trace {
  readonly #directory: string;
  readonly #info: RunInfo;
  #calls: { record: TraceRecord; input: unknown }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #created = false;

  constructor(directory: string, info: RunInfo) {
    this.#directory = directory;
    this.#info = info;
  }

  /** Keeps a call for the next flush, which hashes its input: a call does not wait for that. */
  add(record: TraceRecord, input: unknown): void {
    this.#calls.push({ record, input });
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_EVERY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#calls.length === 0) return;
    const lines = this.#calls.map(toLine).join('');
    this.#calls = [];
    try {
      this.#create();
      appendFileSync(path.join(this.#directory, 'trace.jsonl'), lines, { mode: 0o600 });
    } catch (error) {
      // A full disk must not end the run; what it did is whole, only its trace is not.
      process.stderr.write(`cusp: the trace of ${this.#info.id} could not be written: ${String(error)}\n`);
    }
  }

  #create(): void {
    if (this.#created) return;
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(this.#directory, 'run.json'), `${JSON.stringify(this.#info)}\n`, { mode: 0o600 });
    this.#created = true;
  }
}

function toLine({ record, input }: { record: TraceRecord; input: unknown }): string {
  const inputHash = record.error === 'invalid_input' ? undefined : hashInput(input);
  return `${JSON.stringify({ ...record, inputHash })}\n`;
}

/** The hash by which a trace tells equal inputs without keeping them. */
function hashInput(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** Measures the stages of one call: each `lap` is the time since the one before. */
export class Stopwatch {
  readonly ms: Record<string, number> = {};
  readonly #start = performance.now();
  #last = this.#start;

  lap(stage: string): void {
    const now = performance.now();
    this.ms[stage] = round(now - this.#last);
    this.#last = now;
  }

  total(): Record<string, number> {
    return { ...this.ms, total: round(performance.now() - this.#start) };
  }
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ProcessIdentity } from '../locks/process-identity.ts';
import { makePrivateDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { BeforeImages } from '../write/before-images.ts';
import { flushDirectory } from '../write/flush-directory.ts';
import { flush, writeBytes } from '../write/write-bytes.ts';
import { type Intent, intentSchema } from './intent.ts';

const INTENT = 'intent.json';
const COMMITTED = 'committed';
const ENDED = '.ended';
/** A process identity has dots. */
const OWNER_PARTS = 3;
const NAME = /^\d+\.[^.]+\.[^.]+\.[0-9a-f]+(?:\.ended)?$/;

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    await writeBytes(descriptor, bytes);
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether an entry of the directory of journals is one of ours. */
export function isJournalName(name: string): boolean {
  return NAME.test(name);
}

/** The folder that holds one change of several files until all or none of it is done. */
export class Journal {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  get id(): string {
    return path.basename(this.directory);
  }

  get owner(): ProcessIdentity {
    return this.id.split('.').slice(0, OWNER_PARTS).join('.');
  }

  /** The old content of the entry with that number. */
  before(entry: number): string {
    return path.join(this.directory, `${entry}.before`);
  }

  /** The new content of an entry that is written in place; it exists from before the first byte is written. */
  after(entry: number): string {
    return path.join(this.directory, `${entry}.after`);
  }

  create(): void {
    makePrivateDirectory(this.directory);
  }

  async declare(intent: Intent): Promise<void> {
    const partial = path.join(this.directory, `${INTENT}.partial`);
    await writeDurably(partial, Buffer.from(JSON.stringify(intent)));
    renameSync(partial, path.join(this.directory, INTENT));
    await flushDirectory(this.directory);
    await flushDirectory(path.dirname(this.directory));
  }

  async declareInPlace(entry: number, bytes: Uint8Array): Promise<void> {
    await writeDurably(this.after(entry), bytes);
    await flushDirectory(this.directory);
  }

  async commit(): Promise<void> {
    await writeDurably(path.join(this.directory, COMMITTED), Buffer.alloc(0));
    await flushDirectory(this.directory);
  }

  get isCommitted(): boolean {
    return existsSync(path.join(this.directory, COMMITTED));
  }

  /** Undefined when its writer died before it changed anything, or after all was done. */
  readIntent(): Intent | undefined {
    const file = path.join(this.directory, INTENT);
    if (this.#isEnded || !existsSync(file)) return undefined;
    return intentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  }

  /** Hands the old contents of a committed change to the run, and ends the journal. */
  finish(stateDir: string, { runId, entries }: Intent): void {
    const images = new BeforeImages(stateDir, runId);
    entries.forEach(({ hashBefore }, entry) => {
      if (hashBefore !== null && existsSync(this.before(entry))) images.adopt(this.before(entry), hashBefore);
    });
    this.remove();
  }

  /** In one step for who reads it: without all of its files, a journal would say something else. */
  remove(): void {
    const ended = this.#isEnded ? this.directory : this.directory + ENDED;
    if (!this.#isEnded) unlessMissing(() => renameSync(this.directory, ended));
    rmSync(ended, { recursive: true, force: true });
  }

  get #isEnded(): boolean {
    return this.directory.endsWith(ENDED);
  }
}

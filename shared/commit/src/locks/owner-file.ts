import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LastUsed } from '../last-used.ts';
import { inPrivateDirectory, OWNERS } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import { formatRecord, type LockRecord } from './lock-record.ts';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

const LARGEST_BYTES = 65_536;
const MOST_OPEN = 8;
/** A process identity has dots. */
const IDENTITY_PARTS = 3;
const NAME = /^\d+\.[^.]+\.[^.]+\.[0-9a-f]+$/;

/**
 * A file that this process's locks are further names of, as a link to what exists costs far less than a new inode.
 * Every lock has a line in it, `<name of the lock> <record>`, from before the lock exists; the last one counts.
 */
class OwnerFile {
  readonly file: string;
  readonly #descriptor: number;
  readonly #tokens = new Map<string, string>();
  #bytes = 0;

  constructor(directory: string) {
    this.file = path.join(directory, `${ownIdentity()}.${randomBytes(8).toString('hex')}`);
    this.#descriptor = inPrivateDirectory(directory, () => openSync(this.file, 'ax', 0o600));
  }

  get isFull(): boolean {
    return this.#bytes > LARGEST_BYTES;
  }

  /** Says what a lock of that name stands for, once it is a link to this file. */
  declare(lock: string, record: LockRecord): void {
    if (this.#tokens.get(lock) === record.token) return;
    // It starts with a line end, too: a full disk may have cut the line before.
    const line = Buffer.from(`\n${lock} ${formatRecord(record)}\n`);
    this.#bytes += line.length;
    writeFileSync(this.#descriptor, line);
    this.#tokens.set(lock, record.token);
  }

  /** The locks that are links to it stay, and so does what it says. */
  close(): void {
    closeSync(this.#descriptor);
    unlessMissing(() => unlinkSync(this.file));
  }
}

/** By the directory of the locks. */
const ownerFiles = new LastUsed<OwnerFile>(MOST_OPEN, (owner) => owner.close());

/** This process's owner file for the locks in that directory. */
export function ownerFileOf(locksDir: string): OwnerFile {
  const known = ownerFiles.get(locksDir);
  if (known && !known.isFull) return known;
  return ownerFiles.keep(locksDir, new OwnerFile(path.join(locksDir, OWNERS)));
}

/** For when its name is gone. */
export function forgetOwnerFile(locksDir: string): void {
  ownerFiles.drop(locksDir);
}

export function identityOf(ownerFile: string): ProcessIdentity {
  return path.basename(ownerFile).split('.').slice(0, IDENTITY_PARTS).join('.');
}

/** All owner files for the locks in that directory. */
export function listOwnerFiles(locksDir: string): string[] {
  const directory = path.join(locksDir, OWNERS);
  const names = unlessMissing(() => readdirSync(directory)) ?? [];
  return names.filter((name) => NAME.test(name)).map((name) => path.join(directory, name));
}

/** Whose lock that is, for a lock without a line; empty where its owner file has no name any more. */
export function ownerOf(lock: string): ProcessIdentity {
  const { ino } = lstatSync(lock);
  const files = listOwnerFiles(path.dirname(lock));
  return identityOf(files.find((file) => unlessMissing(() => lstatSync(file).ino) === ino) ?? '');
}

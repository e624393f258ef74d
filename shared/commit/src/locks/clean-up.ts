import { lstatSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { hashBytes } from '../hash-bytes.ts';
import { temporaryPath } from '../paths/temporary-path.ts';
import { beforeDirectory } from '../state-directories.ts';
import { unlessMissing } from '../system-calls.ts';
import type { LockRecord } from './lock-record.ts';

/** A before-image that still is the file itself would change with it when that is written in place. */
function dropSharedBeforeImage(stateDir: string, { path: file, runId }: LockRecord): void {
  const now = lstatSync(file);
  if (!now.isFile() || now.nlink === 1) return;
  const image = path.join(beforeDirectory(stateDir, runId), hashBytes(readFileSync(file)));
  if (unlessMissing(() => lstatSync(image).ino) === now.ino) rmSync(image);
}

/** Removes what a dead owner left of a write that it had not ended. */
export function cleanUpAfter(stateDir: string, dead: LockRecord): void {
  if (!dead.path) return;
  rmSync(temporaryPath(dead.path, dead.token), { force: true });
  unlessMissing(() => dropSharedBeforeImage(stateDir, dead));
}

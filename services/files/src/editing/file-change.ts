import { existsSync } from 'node:fs';
import {
  type CommitOptions,
  commitChanges,
  type DecodedText,
  type HeldLocks,
  hashBytes,
  type LockOptions,
  withFileLocks,
} from '@cusp/commit';
import { type Change, ToolError } from '@cusp/protocol';
import type { FilesContext } from '../define.ts';
import type { CurrentFile } from '../ledger/read-ledger.ts';
import { nameOf, type Opening, withOpenFile } from '../reading/opened-file.ts';
import { readWhole } from '../reading/whole-file.ts';

const MAX_EDITED_BYTES = 256 * 1024 * 1024;

/** Whether a file is there, through links. */
export function fileExists(named: string, { run }: Pick<Opening, 'run'>): boolean {
  return existsSync(run.boundary.absolute(named));
}

/** Runs `work` on a file's whole content, while nobody else changes it. */
export async function withLockedFile<T>(
  named: string,
  context: FilesContext,
  work: (file: CurrentFile, held: HeldLocks) => Promise<T>,
): Promise<T> {
  const absolute = context.run.boundary.absolute(named);
  return withFileLocks([absolute], lockOptions(context), (held) =>
    readCurrent(named, context, (file) => {
      context.run.boundary.assertWritable(file.realPath, named);
      return work(file, held);
    }),
  );
}

/** Reads a file's whole content for `work`. */
export async function readCurrent<T>(
  named: string,
  context: Opening,
  work: (file: CurrentFile) => Promise<T> | T,
): Promise<T> {
  return withOpenFile(named, context, async (file) => {
    const { realPath, name, stats } = file;
    if (stats.size > MAX_EDITED_BYTES) throw tooLarge(name, stats.size);
    return work({ realPath, name, stats, bytes: await readWhole(file) });
  });
}

/** Replaces the content of a file that `withLockedFile` holds: what the lock is on was opened inside the workspace. */
export async function replaceContent(
  { realPath, bytes: before }: CurrentFile,
  bytes: Uint8Array,
  context: FilesContext,
  held: HeldLocks,
): Promise<Change[]> {
  const planned = { kind: 'write' as const, path: realPath, bytes, expected: hashBytes(before) };
  return commitChanges([planned], { ...commitOptions(context), held });
}

/** Replaces a locked file by content that its caller knows whole. */
export async function overwriteFile(
  file: CurrentFile,
  bytes: Uint8Array,
  context: FilesContext,
  held: HeldLocks,
): Promise<Change[]> {
  const changes = await replaceContent(file, bytes, context, held);
  context.state.ledger.noteWritten(file.realPath, { bytes, hash: changes[0]?.hashAfter });
  return changes;
}

/** Creates a file, parents too. */
export async function createFile(
  named: string,
  text: string,
  context: FilesContext,
): Promise<{ changes: Change[]; name: string }> {
  const { run, call, state } = context;
  const { path, realPath } = await run.boundary.locate(named);
  run.boundary.assertInside(realPath, named, call.grants);
  run.boundary.assertWritable(realPath, named);
  const bytes = Buffer.from(text, 'utf8');
  const planned = { kind: 'write' as const, path: realPath, bytes, expected: null };
  const check = async (file: string) => {
    run.boundary.assertInside((await run.boundary.locate(file)).realPath, named, call.grants);
  };
  const changes = await commitChanges([planned], { ...commitOptions(context), check });
  state.ledger.noteWritten(realPath, { bytes, hash: changes[0]?.hashAfter });
  return { changes, name: nameOf(named, path, context) };
}

/** The text of a file that is to be edited. */
export function textOf(decoded: DecodedText | undefined, { name, bytes }: CurrentFile): DecodedText {
  if (decoded) return decoded;
  throw new ToolError('binary', `Cannot edit "${name}": it is a binary file of ${bytes.length} bytes`, {
    hint: 'Change it with a program of its kind, through Bash.',
  });
}

function lockOptions({ run, signal }: FilesContext): LockOptions {
  return { stateDir: run.stateDir, runId: run.id, signal };
}

function commitOptions(context: FilesContext): CommitOptions {
  return { ...lockOptions(context), fsync: context.state.settings.fsync };
}

function tooLarge(name: string, size: number): ToolError {
  return new ToolError('too_large', `Cannot edit "${name}": it has ${size} bytes, more than 256 MB`, {
    hint: 'Change it with a program such as sed, through Bash.',
  });
}

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
import { type Change, explainSystemError, ToolError } from '@cusp/protocol';
import type { FilesContext } from '../define.ts';
import type { CurrentFile } from '../ledger/read-ledger.ts';
import { type Opening, pathOf, withOpenFile } from '../reading/opened-file.ts';
import { showName } from '../reading/show-name.ts';
import { readWhole } from '../reading/whole-file.ts';

/** No system takes a longer one. */
const MAX_PATH_LENGTH = 4_096;
const UNKNOWN_CHARACTER = '\ufffd';
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
  refuseLongPath(absolute);
  const locked = withFileLocks([absolute], lockOptions(context), (held) =>
    readCurrent(named, context, (file) => {
      context.run.boundary.assertWritable(file.realPath, named);
      assertNameKnown(file.realPath, absolute);
      return work(file, held);
    }),
  );
  return explained(locked, named, absolute, context);
}

/** Reads a file's whole content for `work`. */
export async function readCurrent<T>(
  named: string,
  context: Opening,
  work: (file: CurrentFile) => Promise<T> | T,
): Promise<T> {
  return withOpenFile(named, context, async (file) => {
    const { realPath, path, name, stats } = file;
    if (stats.size > MAX_EDITED_BYTES) throw tooLarge(name, stats.size);
    return work({ realPath, path, name, stats, bytes: await readWhole(file) });
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
): Promise<{ changes: Change[]; path: string; name: string }> {
  const { run, call, state } = context;
  const { path, realPath } = await run.boundary.locate(named);
  refuseLongPath(path);
  run.boundary.assertInside(realPath, named, call.grants);
  run.boundary.assertWritable(realPath, named);
  assertNameKnown(realPath, path);
  const bytes = Buffer.from(text, 'utf8');
  const planned = { kind: 'write' as const, path: realPath, bytes, expected: null };
  const check = async (file: string) => {
    run.boundary.assertInside((await run.boundary.locate(file)).realPath, named, call.grants);
  };
  const committed = commitChanges([planned], { ...commitOptions(context), check });
  const changes = await explained(committed, named, path, context);
  state.ledger.noteWritten(realPath, { bytes, hash: changes[0]?.hashAfter });
  const shown = pathOf(named, path, context);
  return { changes, path: shown, name: showName(shown) };
}

// Finding out the real parent of a path costs a call for each of its parts.
function refuseLongPath(absolute: string): void {
  if (absolute.length <= MAX_PATH_LENGTH) return;
  throw new ToolError('invalid_input', `Cannot write "${showName(absolute)}": the name is too long`);
}

/** What the system refuses on the way to a file, as errors that name it. */
async function explained<T>(
  work: Promise<T>,
  named: string,
  absolute: string,
  context: FilesContext,
): Promise<T> {
  return work.catch((error: unknown) => {
    throw explainSystemError(`write "${showName(pathOf(named, absolute, context))}"`, error);
  });
}

/**
 * A name of bytes that are no UTF-8, met behind a link, is known only with U+FFFD in it: writing there would make
 * another file.
 */
function assertNameKnown(realPath: string, absolute: string): void {
  if (!realPath.includes(UNKNOWN_CHARACTER) || absolute.includes(UNKNOWN_CHARACTER)) return;
  throw new ToolError('invalid_input', `Cannot write "${showName(realPath)}": its name is not UTF-8`, {
    hint: 'Rename it, or write it through Bash.',
  });
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

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { explainSystemError, isSystemError, ToolError } from '@cusp/protocol';
import type { FilesContext } from '../define.ts';
import { missingFile } from './missing-file.ts';
import { showName } from './show-name.ts';

/** Neither a FIFO nor a device makes this wait. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
const MAX_ATTEMPTS = 20;

/** A regular file inside the workspace, open for reading. */
export interface OpenedFile {
  fd: number;
  /** Of what is open, whatever the name leads to by now. */
  realPath: string;
  /** As results call it. */
  path: string;
  /** As messages call it. */
  name: string;
  stats: Stats;
}

interface InPlace {
  fd: number;
  stats: Stats;
  realPath: string;
}

export type Opening = Pick<FilesContext, 'run' | 'call'>;

/**
 * Opens a file for the time of `work`.
 * @throws ToolError `not_found` with the nearest names, `outside_workspace`, `is_directory`, `not_a_file`.
 */
export async function withOpenFile<T>(
  named: string,
  context: Opening,
  work: (file: OpenedFile) => Promise<T> | T,
): Promise<T> {
  const absolute = context.run.boundary.absolute(named);
  const { fd, realPath, stats } = await openInPlace(absolute, named, context);
  try {
    context.run.boundary.assertInside(realPath, named, context.call.grants);
    const path = pathOf(named, absolute, context);
    const name = showName(path);
    refuseSpecialFile(stats, name);
    return await work({ fd, realPath, path, name, stats });
  } finally {
    closeSync(fd);
  }
}

/** Opens what stands at the path: a file that was replaced in between is opened anew. */
async function openInPlace(absolute: string, named: string, context: Opening): Promise<InPlace> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const fd = await open(absolute, named, context);
    const stats = fstatSync(fd);
    const realPath = realPathOfOpen(fd, absolute, stats);
    if (realPath !== undefined) return { fd, stats, realPath };
    closeSync(fd);
  }
  throw new ToolError('changed', `"${showName(absolute)}" is replaced again and again`, {
    hint: 'Repeat the call when its writer is done.',
  });
}

/** A path as results call it; an artifact keeps its reference. */
export function pathOf(named: string, absolute: string, { run }: Pick<Opening, 'run'>): string {
  return named.startsWith('artifact:') ? named : run.boundary.show(absolute);
}

async function open(absolute: string, named: string, context: Opening): Promise<number> {
  try {
    return openSync(absolute, OPEN_FLAGS);
  } catch (error) {
    const { run, call } = context;
    run.boundary.assertInside((await run.boundary.locate(named)).realPath, named, call.grants);
    const name = showName(pathOf(named, absolute, context));
    if (isSystemError(error, 'ENOENT')) throw missingFile(absolute, name, run.boundary);
    if (isSystemError(error, 'ENXIO')) throw notAFile(name, 'a socket or a device');
    throw explainSystemError(`read "${name}"`, error);
  }
}

/** Undefined when something else stands at the path by now. */
function realPathOfOpen(fd: number, absolute: string, { dev, ino }: Stats): string | undefined {
  if (process.platform === 'linux') return realPathFromProc(fd);
  const real = realpathSync.native(absolute);
  const now = statSync(real);
  return now.dev === dev && now.ino === ino ? real : undefined;
}

/** Linux names a file that was replaced with a word behind its path, which may also be a part of a real name. */
function realPathFromProc(fd: number): string | undefined {
  const real = readlinkSync(`/proc/self/fd/${fd}`);
  return real.endsWith(' (deleted)') && !existsSync(real) ? undefined : real;
}

function refuseSpecialFile(stats: Stats, name: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new ToolError('is_directory', `Cannot read "${name}": it is a directory`, {
      hint: 'Call LS to see what is in it.',
    });
  }
  if (stats.isFIFO()) throw notAFile(name, 'a FIFO');
  throw notAFile(name, stats.isSocket() ? 'a socket' : 'a device');
}

function notAFile(name: string, kind: string): ToolError {
  return new ToolError('not_a_file', `Cannot read "${name}": it is ${kind}, not a file`, {
    hint: 'Use Bash to talk to it.',
  });
}

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { explainSystemError, ToolError } from '@cusp/protocol';
import type { Run } from '@cusp/service-kit';
import { showName } from '../reading/show-name.ts';
import { suggestSiblings } from './suggest-siblings.ts';

/** A place in the workspace that a search was pointed at. */
export interface SearchTarget {
  /** Absolute, as it was named. */
  path: string;
  realPath: string;
  /** As it was named, `.` when it was not. */
  named: string;
  isDirectory: boolean;
}

/** @throws ToolError when the path is outside, missing, or neither a file nor a directory. */
export async function locateTarget(
  run: Run,
  named = '.',
  grants: readonly string[] = [],
  verb = 'search',
): Promise<SearchTarget> {
  const located = await run.boundary.locate(named);
  run.boundary.assertInside(located.realPath, named, grants);
  const found = await stat(located.path).catch(async (error: unknown) => {
    const hint = await suggestSiblings(located.path, run.boundary);
    throw explainSystemError(`${verb} "${showName(named)}"`, error, hint);
  });
  if (!found.isFile() && !found.isDirectory()) {
    throw new ToolError('not_a_file', `Cannot ${verb} "${showName(named)}": it is a device, pipe or socket`, {
      hint: 'Name a file or a directory.',
    });
  }
  return { ...located, named, isDirectory: found.isDirectory() };
}

/** @throws ToolError `not_directory` for a file, naming the tool that reads it. */
export async function locateDirectory(
  run: Run,
  named?: string,
  grants: readonly string[] = [],
): Promise<SearchTarget> {
  const target = await locateTarget(run, named, grants, 'list');
  if (target.isDirectory) return target;
  throw new ToolError('not_directory', `Cannot list "${showName(target.named)}": it is a file`, {
    hint: `Call Read on it, or name its directory "${showName(run.boundary.show(path.dirname(target.path)))}".`,
  });
}

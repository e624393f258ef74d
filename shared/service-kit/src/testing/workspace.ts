import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FIRST_MODIFIED_SECONDS = 1_700_000_000;

/** A temporary folder for one test: a workspace and a state directory beside it. */
export interface TemporaryFolders {
  root: string;
  workspace: string;
  stateDir: string;
}

export async function makeTemporaryFolders(): Promise<TemporaryFolders> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'cusp-test-')));
  const folders = { root, workspace: path.join(root, 'workspace'), stateDir: path.join(root, 'state') };
  await mkdir(folders.workspace);
  return folders;
}

export async function removeTemporaryFolders({ root }: TemporaryFolders): Promise<void> {
  await rm(root, { recursive: true, force: true });
}

/** Lays files into a folder, each a second newer than the one before. */
export async function layFiles(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  let modified = FIRST_MODIFIED_SECONDS;
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    modified += 1;
    await utimes(file, modified, modified);
  }
}

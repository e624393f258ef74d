import { rmSync } from 'node:fs';
import path from 'node:path';
import type { BeforeImages } from './before-images.ts';
import { hasAttributes, rememberOwnFile } from './extended-attributes.ts';
import { flushDirectory } from './flush-directory.ts';
import { makeParents, missingParents, removeParents } from './parents.ts';
import { publish } from './publish.ts';
import type { PutStep } from './step.ts';
import { createTemporary } from './temporary-file.ts';

/** Whether a new file in the place of this one would not be the same: other names, attributes. */
export async function mustStayInPlace({ target, current }: PutStep): Promise<boolean> {
  return current !== undefined && (current.stat.nlink > 1 || (await hasAttributes(target, current.stat)));
}

/**
 * Replaces or creates one file in one step, without a journal.
 * @returns False when it has to be written in place; then nothing has changed.
 */
export async function putDirectly(step: PutStep, images: BeforeImages, fsync: boolean): Promise<boolean> {
  if (await mustStayInPlace(step)) return false;
  const parents = step.current ? [] : missingParents(step.target);
  let image: string | undefined;
  const undo = () => {
    rmSync(step.temporary, { force: true });
    if (image) rmSync(image, { force: true });
    removeParents(parents);
  };
  try {
    makeParents(parents);
    if (!(await createTemporary(step, fsync))) return false;
    if (step.current) image = await images.keep(step.target, step.current);
    const published = publish(step);
    if (!published) undo();
    if (published && fsync) await flushDirectory(path.dirname(step.target));
    if (published) rememberOwnFile(step.target);
    return published;
  } catch (error) {
    undo();
    throw error;
  }
}

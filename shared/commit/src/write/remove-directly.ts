import { rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { BeforeImages } from './before-images.ts';
import { flushDirectory } from './flush-directory.ts';
import type { RemoveStep } from './step.ts';

/** Removes one file or link, without a journal. */
export async function removeDirectly(step: RemoveStep, images: BeforeImages, fsync: boolean): Promise<void> {
  const image = step.link === undefined ? await images.keep(step.target, step.current) : undefined;
  try {
    unlinkSync(step.target);
  } catch (error) {
    if (image) rmSync(image, { force: true });
    throw error;
  }
  if (fsync) await flushDirectory(path.dirname(step.target));
}

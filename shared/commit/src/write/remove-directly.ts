import { unlinkSync } from 'node:fs';
import { PinnedDirectories } from '../paths/pinned-directories.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import { flushDirectoryOf } from './flush-directory.ts';
import type { RemoveStep } from './step.ts';
import { refuseChangedSince } from './unchanged.ts';

async function removeKept(step: RemoveStep, books: Bookkeeping): Promise<void> {
  try {
    books.record();
    const gotName = step.link === undefined && (await books.keepBefore(step));
    await refuseChangedSince(step, gotName);
    unlinkSync(step.target);
  } catch (error) {
    books.takeBack();
    throw error;
  }
}

/** Removes one file or link, without a journal. */
export async function removeDirectly(step: RemoveStep, books: Bookkeeping, fsync: boolean): Promise<void> {
  const places = new PinnedDirectories();
  try {
    const placed = places.place(step);
    await removeKept(placed, books);
    if (fsync) await flushDirectoryOf(placed);
  } finally {
    places.close();
  }
}

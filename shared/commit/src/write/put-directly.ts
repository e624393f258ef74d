import { rmSync } from 'node:fs';
import { PinnedDirectories } from '../paths/pinned-directories.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import { hasAttributes, rememberOwnFile } from './extended-attributes.ts';
import { flushDirectoryOf } from './flush-directory.ts';
import { NewDirectories } from './new-directories.ts';
import { missingParents } from './parents.ts';
import { publish } from './publish.ts';
import type { PutStep } from './step.ts';
import { createTemporary } from './temporary-file.ts';
import { refuseChangedSince } from './unchanged.ts';

/** Whether a new file in the place of this one would not be the same: other names, attributes. */
export async function mustStayInPlace({ file, current }: PutStep): Promise<boolean> {
  return current !== undefined && (current.stat.nlink > 1 || (await hasAttributes(file, current.stat)));
}

/** What the old file is kept by comes last, as it is checked with one look at the file. */
async function publishKept(step: PutStep, books: Bookkeeping): Promise<boolean> {
  try {
    books.record();
    const gotName = await books.keepBefore(step);
    await refuseChangedSince(step, gotName);
    const published = publish(step);
    if (!published) books.takeBack();
    return published;
  } catch (error) {
    rmSync(step.temporary, { force: true });
    books.takeBack();
    throw error;
  }
}

async function put(step: PutStep, books: Bookkeeping, fsync: boolean): Promise<boolean> {
  return (await createTemporary(step, fsync)) && (await publishKept(step, books));
}

async function putIntoNew(step: PutStep, books: Bookkeeping, fsync: boolean): Promise<boolean> {
  const parents = new NewDirectories();
  const places = new PinnedDirectories();
  let published = false;
  try {
    if (!step.current) parents.make(missingParents(step.file));
    const placed = places.place(step);
    published = await put(placed, books, fsync);
    if (published) rememberOwnFile(step.file, placed.target);
    if (published && fsync) await flushDirectoryOf(placed);
    return published;
  } finally {
    if (!published) parents.remove();
    parents.close();
    places.close();
  }
}

/**
 * Replaces or creates one file in one step, without a journal.
 * @returns False when it has to be written in place; then nothing has changed.
 */
export async function putDirectly(step: PutStep, books: Bookkeeping, fsync: boolean): Promise<boolean> {
  return !(await mustStayInPlace(step)) && (await putIntoNew(step, books, fsync));
}

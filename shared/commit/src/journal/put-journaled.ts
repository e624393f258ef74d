import { lstatSync } from 'node:fs';
import { copyWhole } from '../write/link-or-copy.ts';
import { publish } from '../write/publish.ts';
import type { PutStep } from '../write/step.ts';
import { refuseChangedSince } from '../write/unchanged.ts';
import { writeInPlace } from '../write/write-in-place.ts';
import type { Journal } from './journal.ts';

/** The old content must be a file of its own before the file itself is overwritten. */
async function separateBefore(before: string, { target, current }: PutStep): Promise<void> {
  if (current && lstatSync(before).ino === current.stat.ino)
    await copyWhole(target, before, current.stat.size);
}

async function overwrite(journal: Journal, number: number, step: PutStep, gotName: boolean): Promise<void> {
  await separateBefore(journal.before(number), step);
  await journal.declareInPlace(number, step.bytes);
  await refuseChangedSince(step, gotName);
  await writeInPlace(step.target, step.bytes);
}

/** Gives a file its new content: by its temporary file when there is one, else in place. */
export async function putJournaled(
  journal: Journal,
  number: number,
  step: PutStep,
  { replaces, gotName }: { replaces: boolean; gotName: boolean },
): Promise<void> {
  if (replaces) {
    await refuseChangedSince(step, gotName);
    if (publish(step)) return;
  }
  await overwrite(journal, number, step, gotName);
}

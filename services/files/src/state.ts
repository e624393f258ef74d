import { z } from 'zod';
import { ReadLedger } from './ledger/read-ledger.ts';

const settingsSchema = z.object({
  files: z
    .object({
      fsync: z.boolean().catch(false),
      readCap: z.int().positive().catch(100_000),
      grepCap: z.int().positive().catch(30_000),
    })
    .catch({ fsync: false, readCap: 100_000, grepCap: 30_000 }),
});

/** The settings under `files`; caps are characters of one result. */
type FilesSettings = z.infer<typeof settingsSchema>['files'];

/** What the service keeps for the run it is bound to. */
export interface FilesState {
  ledger: ReadLedger;
  settings: FilesSettings;
}

export function openState(settings: Readonly<Record<string, unknown>>): FilesState {
  return { ledger: new ReadLedger(), settings: settingsSchema.parse(settings).files };
}

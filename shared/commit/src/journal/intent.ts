import { changeSchema } from '@cusp/protocol';
import { z } from 'zod';

const entrySchema = z.object({
  kind: z.enum(['put', 'remove']),
  target: z.string(),
  /** Null where the file did not exist, or will not. */
  hashBefore: z.string().nullable(),
  hashAfter: z.string().nullable(),
  link: z.string().optional(),
  temporary: z.string(),
  mode: z.number(),
  uid: z.number(),
  gid: z.number(),
});
export type Entry = z.infer<typeof entrySchema>;

/** What a journal says: everything that a recovery needs, but for the contents, which lie beside it. */
export const intentSchema = z.object({
  runId: z.string(),
  entries: z.array(entrySchema),
  /** Directories that are made for the change, topmost first. */
  parents: z.array(z.string()),
  changes: z.array(
    changeSchema.extend({ hashOverwritten: z.string().optional(), link: z.string().optional() }),
  ),
});
export type Intent = z.infer<typeof intentSchema>;

import { z } from 'zod';

const changeKindSchema = z.enum(['create', 'modify', 'delete', 'move']);

/**
 * One file that a call changed. Paths are absolute; hashes are SHA-256 in hex of the bytes, null where the file did
 * not exist before or does not exist after. `from` is the old path of a `move`.
 */
export const changeSchema = z.object({
  path: z.string(),
  kind: changeKindSchema,
  from: z.string().optional(),
  hashBefore: z.string().nullable(),
  hashAfter: z.string().nullable(),
});
export type Change = z.infer<typeof changeSchema>;

/** One file that a call would change: the decoded text before and after, left out where the file is not text. */
export const previewedChangeSchema = z.object({
  path: z.string(),
  kind: changeKindSchema,
  from: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});
export type PreviewedChange = z.infer<typeof previewedChangeSchema>;

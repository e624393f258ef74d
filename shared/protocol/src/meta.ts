import { z } from 'zod';
import { familySchema } from './tiers.ts';

/** `_meta` of a result: the files that the call changed, a list of `Change`. */
export const CHANGES_META = 'cusp/changes';
/** `_meta` of a failed result: `{code}` of the closed list. */
export const ERROR_META = 'cusp/error';
/** `_meta` of a result: what was repaired in the input, a list of sentences. */
export const REPAIRS_META = 'cusp/repairs';
/** `_meta` of a call from the orchestrator to a service: a `CallMeta`. */
export const CALL_META = 'cusp/call';
/** The key under `capabilities.experimental` by which both ends say that they speak the `cusp/*` methods. */
export const CUSP_CAPABILITY = 'cusp';

/** What the orchestrator tells a service about one call, beside its input. */
export const callMetaSchema = z.object({
  callId: z.string(),
  /** Real paths outside the roots that were allowed for this call. */
  grants: z.array(z.string()).optional(),
  /** The caller counts as having read what it edits (`cusp call`). */
  operatorReads: z.boolean().optional(),
  /** The model family that reads the result; anchored reads for `local`. */
  family: familySchema.optional(),
  /** When the door gives up waiting, in ms from the start of the call; long work hands over to the background before. */
  answerWithinMs: z.number().optional(),
  /** Raw file text in `structuredContent`, for the eval bridge. */
  rawText: z.boolean().optional(),
});
export type CallMeta = z.infer<typeof callMetaSchema>;

import { z } from 'zod';
import { exposureSchema, resourceSchema, tierSchema } from './tiers.ts';

/** Which input field is the subject of rules, and of what kind it is; rules match by kind, never by tool name. */
export const subjectSchema = z.object({
  field: z.string(),
  kind: z.enum(['path', 'command', 'url', 'name']),
});
export type Subject = z.infer<typeof subjectSchema>;

/** How a card shows a call: `title` may name input fields in braces. */
export const viewSchema = z.object({
  kind: z.enum(['text', 'list', 'diff', 'command', 'screen', 'table']),
  title: z.string(),
});

/** Per family: false hides the tool, a string shows it under that name; a family left out sees it as it is. */
export const familiesSchema = z.object({
  claude: z.union([z.boolean(), z.string()]).optional(),
  gpt: z.union([z.boolean(), z.string()]).optional(),
  gemini: z.union([z.boolean(), z.string()]).optional(),
  local: z.union([z.boolean(), z.string()]).optional(),
});

const jsonSchemaSchema = z.looseObject({ type: z.literal('object') });

/** Everything the orchestrator knows of a tool without starting its service. */
export const toolManifestSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  tier: tierSchema,
  exposure: exposureSchema,
  inputSchema: jsonSchemaSchema,
  outputSchema: jsonSchemaSchema.optional(),
  subject: subjectSchema.optional(),
  view: viewSchema.optional(),
  deferred: z.boolean().optional(),
  families: familiesSchema.optional(),
  aliases: z.array(z.string()).optional(),
  /** Accepted spellings of input fields: `{path: 'file_path'}`. */
  fieldAliases: z.record(z.string(), z.string()).optional(),
  needs: z.array(resourceSchema).optional(),
  preview: z.boolean().optional(),
  /** `serial`: its calls never overlap; `ordered`: a read that changes the run's own state and runs alone. */
  concurrency: z.enum(['parallel', 'serial', 'ordered']).optional(),
  /** The tool pages or cuts its own output and never goes to an artifact. */
  pages: z.boolean().optional(),
});
export type ToolManifest = z.infer<typeof toolManifestSchema>;

/** What `main.js --describe` prints and the build keeps as `dist/tools.json`. */
export const serviceManifestSchema = z.object({
  service: z.string(),
  version: z.string(),
  needs: z.array(resourceSchema),
  /** What is gone when the process ends unexpectedly, as the end of "lost: …". */
  losesOnExit: z.string().optional(),
  tools: z.array(toolManifestSchema),
});
export type ServiceManifest = z.infer<typeof serviceManifestSchema>;

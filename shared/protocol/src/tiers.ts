import { z } from 'zod';

/** What a tool may do: `read` has no side effects, `write` changes files, `exec` starts or steers a process. */
export const tierSchema = z.enum(['read', 'write', 'exec']);
export type Tier = z.infer<typeof tierSchema>;

/** Who may see a tool: `generic` is shown to external MCP clients, `run-bound` needs a live resource of one run. */
export const exposureSchema = z.enum(['generic', 'run-bound']);
export type Exposure = z.infer<typeof exposureSchema>;

/** Model families that get different edit tools (SUR-4). */
export const familySchema = z.enum(['claude', 'gpt', 'gemini', 'local']);
export type Family = z.infer<typeof familySchema>;

/** The live resources of a run that a tool can need (SUR-2); a resource that is not bound takes its tools away. */
export const resourceSchema = z.enum([
  'workspace',
  'conversation',
  'languageServers',
  'debugSessions',
  'parser',
  'kernels',
  'questions',
  'vibe',
]);
export type Resource = z.infer<typeof resourceSchema>;

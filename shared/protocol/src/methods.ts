import { z } from 'zod';
import { changeSchema, previewedChangeSchema } from './changes.ts';

/** A request of the `cusp/*` vocabulary as a typed value. */
export interface RequestMethod<Params extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly name: `cusp/${string}`;
  readonly direction: 'to-service' | 'to-host';
  readonly params: Params;
  readonly result: Result;
}

/** A notification of the `cusp/*` vocabulary as a typed value. */
export interface NotificationMethod<Params extends z.ZodType = z.ZodType> {
  readonly name: `cusp/${string}`;
  readonly direction: 'to-service' | 'to-host';
  readonly params: Params;
}

const nothing = z.object({});

function request<P extends z.ZodType, R extends z.ZodType>(method: RequestMethod<P, R>): RequestMethod<P, R> {
  return method;
}

function notification<P extends z.ZodType>(method: NotificationMethod<P>): NotificationMethod<P> {
  return method;
}

/** What a run gives the services bound to it. Paths are absolute real paths; `stateDir` is the state of all runs. */
export const bindParamsSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  workspaceRoots: z.array(z.string()).min(1),
  cwd: z.string(),
  stateDir: z.string(),
  trusted: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  resources: z.object({
    languageServers: z.boolean(),
    debugSessions: z.boolean(),
    parser: z.boolean(),
    kernels: z.boolean(),
    questions: z.boolean(),
    vibe: z.boolean(),
    sandbox: z.enum(['off', 'workspace', 'strict']),
  }),
});
export type BindParams = z.infer<typeof bindParamsSchema>;

/** A run begins; the answer names the tools that are there for it. */
export const bind = request({
  name: 'cusp/bind',
  direction: 'to-service',
  params: bindParamsSchema,
  result: z.object({ tools: z.array(z.string()) }),
});

/** The run ends: the service ends all that it started for it, then answers. */
export const unbind = request({
  name: 'cusp/unbind',
  direction: 'to-service',
  params: z.object({ runId: z.string() }),
  result: nothing,
});

/** What a call would change, without side effects and without the read-first rule. */
export const preview = request({
  name: 'cusp/preview',
  direction: 'to-service',
  params: z.object({ tool: z.string(), input: z.unknown() }),
  result: z.object({ changes: z.array(previewedChangeSchema) }),
});

/** Files are about to be written: open them and take the diagnostics baseline, for at most `waitMs`. */
export const willWrite = request({
  name: 'cusp/willWrite',
  direction: 'to-service',
  params: z.object({ paths: z.array(z.string()), waitMs: z.number() }),
  result: nothing,
});

/** Files were written: sync them and answer with what is newly wrong, within `waitMs`. */
export const didWrite = request({
  name: 'cusp/didWrite',
  direction: 'to-service',
  params: z.object({ changes: z.array(changeSchema), waitMs: z.number() }),
  result: z.object({
    state: z.enum(['clean', 'findings', 'unconfirmed', 'unavailable', 'not_covered']),
    diagnostics: z.array(z.unknown()),
  }),
});

/** The files that a call changed, told to every running service. */
export const changes = notification({
  name: 'cusp/changes',
  direction: 'to-service',
  params: z.object({
    changes: z.array(changeSchema),
    /** `call`: the list of a finished tool; `settled`: its hooks are done too, what changed since is theirs (FS-7). */
    stage: z.enum(['call', 'settled']),
  }),
});

/** A file was read: a language server may warm up for it. */
export const opened = notification({
  name: 'cusp/opened',
  direction: 'to-service',
  params: z.object({ path: z.string() }),
});

/** Something happened outside a call: a background process ended, a worker finished, a kernel died. */
export const event = notification({
  name: 'cusp/event',
  direction: 'to-host',
  params: z.looseObject({ kind: z.string(), text: z.string() }),
});

/** A tool call from inside a service (the eval bridge); it goes the same way as any other call. */
export const hostCallTool = request({
  name: 'cusp/host/callTool',
  direction: 'to-host',
  params: z.object({ name: z.string(), input: z.unknown(), cell: z.string().optional() }),
  result: z.looseObject({ content: z.array(z.unknown()), isError: z.boolean().optional() }),
});

/** A question to the person at the run's question port. */
export const hostAsk = request({
  name: 'cusp/host/ask',
  direction: 'to-host',
  params: z.looseObject({ question: z.string() }),
  result: z.looseObject({ outcome: z.enum(['answered', 'skipped', 'timed_out']) }),
});

/** Start a run of its own for a worker, never wider than this one. */
export const hostSpawnRun = request({
  name: 'cusp/host/spawnRun',
  direction: 'to-host',
  params: z.looseObject({ brief: z.string(), tier: z.string() }),
  result: z.object({ runId: z.string() }),
});

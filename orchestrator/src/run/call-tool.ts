import type { CallToolResult } from '@cusp/mcp';
import { type CallMeta, CHANGES_META, type Change, ERROR_META, ToolError } from '@cusp/protocol';
import { type ArtifactStore, type Boundary, errorResult, type Logger } from '@cusp/service-kit';
import type { Door, VisibleTool } from '../catalogue/visible.ts';
import type { HookStages } from '../hooks/stages.ts';
import { authorise } from '../permissions/authorise.ts';
import type { Policy } from '../permissions/decide.ts';
import { repairInput } from '../repair/repair-input.ts';
import { resolveName } from '../repair/resolve-name.ts';
import { Stopwatch, type Trace, type TraceRecord } from '../trace/trace.ts';
import { finishResult } from './finish-result.ts';
import type { ServiceConnection } from './service-connection.ts';

const MAX_NAME_CHARACTERS = 100;

/** All that a call meets on its way. */
export interface CallSite {
  readonly door: Door;
  readonly policy: Policy;
  readonly boundary: Boundary;
  readonly artifacts: ArtifactStore;
  readonly hooks: HookStages;
  readonly trace: Trace;
  readonly log: Logger;
  tools: () => VisibleTool[];
  connection: (service: string) => ServiceConnection;
  nextCallId: () => string;
  /** What services are told of each call beside its input. */
  callMeta: (callId: string, reportsProgress: boolean) => CallMeta;
  announce: (changes: Change[], stage: 'call' | 'settled') => void;
  takeNotices: () => string[];
}

export interface CallRequest {
  name: string;
  input: unknown;
  signal: AbortSignal;
  progress?: ((progress: number, message: string) => void) | undefined;
}

/** The life of a call, the same for every door: it always ends with a result, never with a rejection. */
export async function callTool(site: CallSite, request: CallRequest): Promise<CallToolResult> {
  const watch = new Stopwatch();
  const record = newRecord(site, request);
  const { id } = record;
  try {
    request.signal.throwIfAborted();
    const { tool } = resolveName(request.name, site.tools());
    Object.assign(record, { name: tool.manifest.name, service: tool.service });
    const repaired = repairInput(tool.manifest, request.input);
    watch.lap('repair');

    const input = await site.hooks.beforeTool({ id, tool, input: repaired.input });
    watch.lap('hooksBefore');

    const permit = authorise(tool.manifest, input, site);
    record.decision = permit.decision;
    watch.lap('permission');

    const { signal, progress } = request;
    const meta = { ...site.callMeta(id, progress !== undefined), grants: permit.grants };
    const call = { tool: tool.manifest.name, input, meta, signal, progress };
    const answered = await site.connection(tool.service).call(call);
    const changes = changesOf(answered);
    if (changes.length > 0) site.announce(changes, 'call');
    watch.lap('tool');

    const hooked = await site.hooks.afterTool({ id, tool, input }, answered);
    if (changes.length > 0) site.announce(changes, 'settled');
    watch.lap('hooksAfter');

    const asides = { notices: site.takeNotices(), repairs: repaired.repairs };
    const result = await finishResult(tool.manifest, hooked, site.artifacts, asides);
    watch.lap('finish');
    return traced(site, request, record, watch, result);
  } catch (error) {
    return traced(site, request, record, watch, failedResult(site, request, error));
  }
}

function newRecord(site: CallSite, { name }: CallRequest): TraceRecord {
  return {
    at: new Date().toISOString(),
    id: site.nextCallId(),
    name: name.slice(0, MAX_NAME_CHARACTERS),
    ms: {},
    bytes: 0,
  };
}

function changesOf(result: CallToolResult): Change[] {
  return (result._meta?.[CHANGES_META] as Change[] | undefined) ?? [];
}

function failedResult({ log }: CallSite, { name, signal }: CallRequest, error: unknown): CallToolResult {
  if (error instanceof ToolError) return errorResult(error.code, error.text);
  if (signal.aborted) return errorResult('cancelled', `${name} was cancelled`);
  const message = error instanceof Error ? error.message : String(error);
  log.error(
    { tool: name, stack: error instanceof Error ? error.stack : message },
    'a call failed inside cusp',
  );
  return errorResult('internal', `Internal error in ${name}: ${message}`);
}

function traced(
  { trace }: CallSite,
  { input }: CallRequest,
  record: TraceRecord,
  watch: Stopwatch,
  result: CallToolResult,
): CallToolResult {
  const error = (result._meta?.[ERROR_META] as { code: string } | undefined)?.code;
  record.ms = watch.total();
  record.bytes = result.content.reduce(
    (sum, part) => sum + (part.type === 'text' ? Buffer.byteLength(part.text) : 0),
    0,
  );
  if (result.isError) record.error = error ?? 'failed';
  trace.add(record, input);
  return result;
}

import type { CallToolResult } from '@cusp/mcp';
import { CHANGES_META, type Change, ERROR_META, REPAIRS_META, ToolError } from '@cusp/protocol';
import { errorResult, type LocatedPath, offloadText, outsideWorkspace } from '@cusp/service-kit';
import type { CatalogueTool } from '../catalogue/catalogue.ts';
import { decide } from '../permissions/decide.ts';
import { repairInput } from '../repair/repair-input.ts';
import { resolveName } from '../repair/resolve-name.ts';
import { hashInput, Stopwatch, type TraceRecord } from '../trace/trace.ts';
import type { Run } from './run.ts';

const RESULT_CAP_CHARACTERS = 30_000;

export interface CallRequest {
  name: string;
  input: unknown;
  signal: AbortSignal;
  progress?: ((progress: number, message: string) => void) | undefined;
}

/** The life of a call, the same for every door: it always ends with a result, never with a rejection. */
export async function callTool(run: Run, request: CallRequest): Promise<CallToolResult> {
  const watch = new Stopwatch();
  const record = newRecord(run, request);
  try {
    request.signal.throwIfAborted();
    const { tool } = resolveName(request.name, run.tools());
    Object.assign(record, { name: tool.manifest.name, service: tool.service });
    const repaired = repairInput(tool.manifest, request.input);
    watch.lap('repair');
    const input = await run.hooks.beforeTool({ id: record.id, tool, input: repaired.input });
    watch.lap('hooksBefore');
    const grants = askPermission(run, tool, input, record);
    watch.lap('permission');
    const answered = await runTool(run, request, tool, input, grants, record.id);
    watch.lap('tool');
    const changes = changesOf(answered);
    if (changes.length > 0) run.announce(changes, 'call');
    const hooked = await run.hooks.afterTool({ id: record.id, tool, input }, answered);
    if (changes.length > 0) run.announce(changes, 'settled');
    watch.lap('hooksAfter');
    const result = await finish(run, tool, hooked, repaired.repairs);
    watch.lap('offload');
    return traced(run, record, watch, result);
  } catch (error) {
    return traced(run, record, watch, failedResult(run, request, error));
  }
}

function newRecord(run: Run, { name, input }: CallRequest): TraceRecord {
  return {
    at: new Date().toISOString(),
    id: run.nextCallId(),
    name,
    inputHash: hashInput(input),
    ms: {},
    bytes: 0,
  };
}

/** Throws unless the call may go on; answers the paths outside the workspace that it was granted. */
function askPermission(
  run: Run,
  tool: CatalogueTool,
  input: Record<string, unknown>,
  record: TraceRecord,
): string[] {
  const { manifest } = tool;
  const outside = pathOutside(run, tool, input);
  const decision = decide(manifest, run.options.policy, outside);
  record.decision = `${decision.behavior} (${decision.rule})`;
  if (decision.behavior === 'deny') throw new ToolError('denied', `${decision.reason} (${decision.rule})`);
  if (decision.behavior === 'allow') return [];
  if (outside) throw outsideWorkspace(outside.path, outside.realPath, run.boundary.roots);
  if (run.options.door === 'external') {
    throw new ToolError('denied', `${manifest.name} needs the permission of the person who runs cusp`, {
      hint: `They can give it by starting cusp mcp with --allowedTools ${manifest.name} or --permission-mode bypassPermissions.`,
    });
  }
  record.decision = `approved by the operator (${decision.rule})`;
  return [];
}

function pathOutside(
  run: Run,
  { manifest: { subject } }: CatalogueTool,
  input: Record<string, unknown>,
): LocatedPath | undefined {
  const named = subject?.kind === 'path' ? input[subject.field] : undefined;
  if (typeof named !== 'string') return undefined;
  const located = run.boundary.locate(named);
  return located.inside ? undefined : located;
}

function runTool(
  run: Run,
  { signal, progress }: CallRequest,
  { service, manifest }: CatalogueTool,
  input: unknown,
  grants: string[],
  callId: string,
): Promise<CallToolResult> {
  const { operatorReads, family, answerWithinMs } = run.options;
  const meta = {
    callId,
    ...(grants.length > 0 ? { grants } : {}),
    ...(operatorReads ? { operatorReads } : {}),
    ...(family ? { family } : {}),
    ...(answerWithinMs && !progress ? { answerWithinMs } : {}),
  };
  return run.connection(service).call({ tool: manifest.name, input, meta, signal, progress });
}

function changesOf(result: CallToolResult): Change[] {
  return (result._meta?.[CHANGES_META] as Change[] | undefined) ?? [];
}

/** Moves what is too long to an artifact and adds what the caller should know besides. */
async function finish(
  run: Run,
  { manifest }: CatalogueTool,
  result: CallToolResult,
  repairs: string[],
): Promise<CallToolResult> {
  const content = await Promise.all(
    result.content.map(async (part) =>
      part.type === 'text' && !manifest.pages
        ? { ...part, text: await offloadText(part.text, RESULT_CAP_CHARACTERS, run.artifacts) }
        : part,
    ),
  );
  const notices = run.takeNotices().map((text) => ({ type: 'text' as const, text }));
  const meta = { ...result._meta, ...(repairs.length > 0 ? { [REPAIRS_META]: repairs } : {}) };
  return {
    ...result,
    content: [...content, ...notices],
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}

function failedResult(run: Run, { name, signal }: CallRequest, error: unknown): CallToolResult {
  if (error instanceof ToolError) return errorResult(error.code, error.text);
  if (signal.aborted) return errorResult('cancelled', `${name} was cancelled`);
  const message = error instanceof Error ? error.message : String(error);
  run.options.log.error(
    { tool: name, stack: error instanceof Error ? error.stack : message },
    'a call failed inside cusp',
  );
  return errorResult('internal', `Internal error in ${name}: ${message}`);
}

function traced(run: Run, record: TraceRecord, watch: Stopwatch, result: CallToolResult): CallToolResult {
  const error = (result._meta?.[ERROR_META] as { code: string } | undefined)?.code;
  record.ms = watch.total();
  record.bytes = result.content.reduce(
    (sum, part) => sum + (part.type === 'text' ? Buffer.byteLength(part.text) : 0),
    0,
  );
  if (result.isError) record.error = error ?? 'failed';
  run.trace.add(record);
  return result;
}

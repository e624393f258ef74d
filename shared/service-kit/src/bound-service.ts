import type { CallToolResult, IncomingCall } from '@cusp/mcp';
import { RPC_CODES, RpcError } from '@cusp/mcp';
import {
  type BindParams,
  CALL_META,
  type CallMeta,
  callMetaSchema,
  type PreviewedChange,
} from '@cusp/protocol';
import type { Host } from './host.ts';
import type { Logger } from './log.ts';
import { toCallToolResult, toErrorResult } from './result.ts';
import { openRun, type Run } from './run.ts';
import type { Service } from './service.ts';
import type { Tool, ToolContext } from './tool.ts';

const SOLO_CALL: CallMeta = { callId: 'solo' };

/** A service bound to one run: its state, and the calls that go through it. */
export class BoundService<State> {
  readonly run: Run;
  readonly state: State;
  readonly #service: Service<State>;
  readonly #host: Host;
  readonly #log: Logger;
  readonly #tools: Map<string, Tool<State>>;
  readonly #last = new Map<string, Promise<unknown>>();

  private constructor(service: Service<State>, run: Run, state: State, host: Host, log: Logger) {
    this.#service = service;
    this.run = run;
    this.state = state;
    this.#host = host;
    this.#log = log;
    this.#tools = new Map(service.tools.map((tool) => [tool.manifest.name, tool]));
  }

  static async open<State>(
    service: Service<State>,
    params: BindParams,
    host: Host,
    log: Logger,
  ): Promise<BoundService<State>> {
    const run = openRun(params, service.name);
    const state = (await service.bind?.({ run, host, log })) as State;
    return new BoundService(service, run, state, host, log);
  }

  async call(call: IncomingCall): Promise<CallToolResult> {
    const tool = this.#tool(call.name);
    try {
      const work = () => tool.run(call.input, this.#context(call));
      return toCallToolResult(
        await (tool.manifest.concurrency === 'serial' ? this.#inTurn(tool, work) : work()),
      );
    } catch (error) {
      return toErrorResult(call.name, error, call.signal, this.#log);
    }
  }

  async preview(name: string, input: unknown, signal: AbortSignal): Promise<PreviewedChange[]> {
    const tool = this.#tool(name);
    if (!tool.preview) throw new RpcError(RPC_CODES.invalidParams, `${name} has no preview`);
    return tool.preview(input, this.#context({ name, input, meta: {}, signal }));
  }

  async close(): Promise<void> {
    await this.#service.unbind?.(this.state);
  }

  #tool(name: string): Tool<State> {
    const tool = this.#tools.get(name);
    if (tool) return tool;
    throw new RpcError(RPC_CODES.invalidParams, `Unknown tool: ${name}`);
  }

  #context({ meta, signal, progress }: IncomingCall): ToolContext<State> {
    const call = meta[CALL_META] === undefined ? SOLO_CALL : callMetaSchema.parse(meta[CALL_META]);
    let steps = 0;
    return {
      run: this.run,
      state: this.state,
      call,
      signal,
      host: this.#host,
      log: this.#log,
      progress: (message) => progress?.(++steps, message),
    };
  }

  async #inTurn<T>(tool: Tool<State>, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(tool.manifest.name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(tool.manifest.name, mine);
    return mine;
  }
}

import { McpDoor, RPC_CODES, RpcError } from '@cusp/mcp';
import { type BindParams, methods, stateDirectory } from '@cusp/protocol';
import { BoundService } from './bound-service.ts';
import { Host } from './host.ts';
import type { Logger } from './log.ts';
import { toMcpTool } from './mcp-tool.ts';
import { soloBinding } from './run.ts';
import { describeService, type Service, VERSION } from './service.ts';

const NOT_COVERED = { state: 'not_covered' as const, diagnostics: [] };

/** One service at one connection: an MCP server that binds itself to the current folder when no host binds it. */
export class ServiceProcess<State> {
  readonly door: McpDoor;
  readonly #service: Service<State>;
  readonly #host: Host;
  readonly #log: Logger;
  #bound: Promise<BoundService<State>> | undefined;

  constructor(service: Service<State>, log: Logger) {
    this.#service = service;
    this.#log = log;
    const { tools } = describeService(service);
    this.door = new McpDoor({
      name: `cusp-${service.name}`,
      version: VERSION,
      listTools: async () => tools.map(toMcpTool),
      callTool: async (call) => (await this.#requireBound()).call(call),
    });
    this.#host = new Host(this.door);
    this.door.onError((error) => log.warn({ error: error.message }, 'the connection reported an error'));
    this.#answerRequests();
    this.#listen();
  }

  /** Ends what the run started; the service can be bound again after. */
  async unbind(): Promise<void> {
    const bound = this.#bound;
    this.#bound = undefined;
    await (await bound)?.close();
  }

  /** The tag of the run it is bound to, for the last sweep. */
  async runTag(): Promise<string | undefined> {
    return (await this.#bound)?.run.tag;
  }

  #answerRequests(): void {
    this.door.onRequest(methods.bind, async (params) => {
      await this.unbind();
      await this.#bind(params);
      return { tools: this.#service.tools.map(({ manifest }) => manifest.name) };
    });
    this.door.onRequest(methods.unbind, async () => {
      await this.unbind();
      return {};
    });
    this.door.onRequest(methods.preview, async ({ tool, input }, signal) => ({
      changes: await (await this.#requireBound()).preview(tool, input, signal),
    }));
    this.door.onRequest(methods.willWrite, async ({ paths, waitMs }) => {
      await this.#service.willWrite?.((await this.#requireBound()).state, paths, waitMs);
      return {};
    });
    this.door.onRequest(methods.didWrite, async ({ changes, waitMs }) => {
      const { state } = await this.#requireBound();
      const verdict = await this.#service.didWrite?.(state, changes, waitMs);
      return verdict ?? NOT_COVERED;
    });
  }

  #listen(): void {
    this.door.onNotification(methods.changes, ({ changes, stage }) =>
      this.#tell((state) => this.#service.onChanges?.(state, changes, stage)),
    );
    this.door.onNotification(methods.opened, ({ path }) =>
      this.#tell((state) => this.#service.onOpened?.(state, path)),
    );
  }

  /** A notification has no answer: what goes wrong with it is logged. */
  #tell(work: (state: State) => void): void {
    const fail = (error: unknown) =>
      this.#log.error({ error: String(error) }, 'a notification was not taken');
    this.#bound?.then(({ state }) => work(state)).catch(fail);
  }

  #bind(params: BindParams): Promise<BoundService<State>> {
    const bound = BoundService.open(this.#service, params, this.#host, this.#log);
    this.#bound = bound;
    bound.catch(() => {
      if (this.#bound === bound) this.#bound = undefined;
    });
    return bound;
  }

  #requireBound(): Promise<BoundService<State>> {
    if (this.#bound) return this.#bound;
    if (this.door.hosted)
      throw new RpcError(RPC_CODES.invalidParams, `${this.#service.name} is not bound to a run`);
    return this.#bind(soloBinding({ CUSP_CONFIG_DIR: stateDirectory() }));
  }
}

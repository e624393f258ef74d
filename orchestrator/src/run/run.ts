import path from 'node:path';
import type { CallToolResult, ServicePeer } from '@cusp/mcp';
import {
  type BindParams,
  type CallMeta,
  type Change,
  type Family,
  methods,
  type Resource,
  runDirectory,
} from '@cusp/protocol';
import { ArtifactStore, Boundary, type Logger } from '@cusp/service-kit';
import type { Catalogue, CatalogueService } from '../catalogue/catalogue.ts';
import { type Door, type VisibleTool, visible } from '../catalogue/visible.ts';
import { type HookStages, NO_HOOKS } from '../hooks/stages.ts';
import type { Policy } from '../permissions/decide.ts';
import { sweepDaily } from '../trace/sweep-runs.ts';
import { Trace } from '../trace/trace.ts';
import { type CallRequest, type CallSite, callTool } from './call-tool.ts';
import { ServiceConnection } from './service-connection.ts';

const CLOSE_GRACE_MS = 2_500;

export interface RunOptions {
  catalogue: Catalogue;
  binding: BindParams;
  policy: Policy;
  door: Door;
  log: Logger;
  /** The environment of the services; asked once, before the first of them starts. */
  environment: () => NodeJS.ProcessEnv;
  family?: Family | undefined;
  only?: ReadonlySet<string> | undefined;
  tiers?: ReadonlySet<'read' | 'write' | 'exec'> | undefined;
  /** The caller counts as having read what it edits. */
  operatorReads?: boolean;
  /** When the door gives up waiting for a call. */
  answerWithinMs?: number;
}

/** One run: the services bound to it and everything a call needs on its way. */
export class Run implements CallSite {
  readonly options: RunOptions;
  readonly boundary: Boundary;
  readonly artifacts: ArtifactStore;
  readonly trace: Trace;
  readonly hooks: HookStages = NO_HOOKS;
  readonly door: Door;
  readonly policy: Policy;
  readonly log: Logger;
  readonly #connections = new Map<string, ServiceConnection>();
  readonly #resources: ReadonlySet<Resource>;
  #notices: string[] = [];
  #closed: Promise<void> | undefined;
  #lastCall = 0;
  #tools: VisibleTool[] | undefined;
  #servicesEnvironment: NodeJS.ProcessEnv | undefined;

  constructor(options: RunOptions) {
    this.options = options;
    this.door = options.door;
    this.policy = options.policy;
    this.log = options.log;
    const { catalogue, binding, door } = options;
    const directory = runDirectory(binding.stateDir, binding.runId);
    this.artifacts = new ArtifactStore(binding.stateDir, binding.runId);
    this.boundary = new Boundary({
      roots: binding.workspaceRoots,
      cwd: binding.cwd,
      temporary: path.join(directory, 'tmp'),
      artifacts: this.artifacts,
    });
    const startedAt = new Date().toISOString();
    this.trace = new Trace(directory, {
      id: binding.runId,
      door,
      cwd: binding.cwd,
      pid: process.pid,
      startedAt,
    });
    this.#resources = boundResources(binding);
    for (const [name, service] of catalogue.services) this.#connections.set(name, this.#connect(service));
  }

  /** The tools that this run's door sees. */
  tools(): VisibleTool[] {
    this.#tools ??= this.#visibleTools();
    return this.#tools;
  }

  #visibleTools(): VisibleTool[] {
    const { catalogue, door, policy, family, only, tiers } = this.options;
    const { mode, disallowed } = policy;
    const resources = this.#resources;
    return visible(catalogue.tools, { door, mode, family, only, tiers, resources, loaded: [], disallowed })
      .tools;
  }

  /** Whether calls of that name may run beside their neighbours in a batch; what is not known by its own name may not. */
  mayOverlap(name: string): boolean {
    const tools = this.tools();
    const found = tools.find((each) => each.name === name || each.tool.manifest.name === name);
    const { tier, concurrency = 'parallel' } = found?.tool.manifest ?? { tier: 'write' };
    return tier === 'read' && concurrency === 'parallel';
  }

  nextCallId(): string {
    this.#lastCall += 1;
    return `call${this.#lastCall}`;
  }

  callMeta(callId: string, reportsProgress: boolean): CallMeta {
    const { operatorReads, family, answerWithinMs } = this.options;
    return {
      callId,
      ...(operatorReads ? { operatorReads } : {}),
      ...(family ? { family } : {}),
      ...(answerWithinMs && !reportsProgress ? { answerWithinMs } : {}),
    };
  }

  call(request: CallRequest): Promise<CallToolResult> {
    return callTool(this, request);
  }

  connection(service: string): ServiceConnection {
    const connection = this.#connections.get(service);
    if (!connection) throw new Error(`there is no service "${service}"`);
    return connection;
  }

  /** Tells every running service which files a call changed. */
  announce(changes: Change[], stage: 'call' | 'settled'): void {
    for (const connection of this.#connections.values()) connection.announce(changes, stage);
  }

  /** What happened outside calls since the last result, once. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Ends every process that the run started and writes the rest of its trace; 5 s at most. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.close(CLOSE_GRACE_MS)));
    this.trace.flush();
    sweepDaily(this.options.binding.stateDir);
  }

  #connect(service: CatalogueService): ServiceConnection {
    const { binding, log } = this.options;
    const environment = () => this.#environment();
    const notice = (text: string) => this.#notices.push(text);
    return new ServiceConnection({ service, binding, log, environment, notice }, (peer) =>
      this.#answer(peer),
    );
  }

  #environment(): NodeJS.ProcessEnv {
    this.#servicesEnvironment ??= this.options.environment();
    return this.#servicesEnvironment;
  }

  #answer(peer: ServicePeer): void {
    peer.onNotification(methods.event, ({ text }) => this.#notices.push(text));
    peer.onRequest(methods.hostCallTool, ({ name, input }, signal) => this.call({ name, input, signal }));
  }
}

function boundResources({ resources }: BindParams): ReadonlySet<Resource> {
  const optional = ['languageServers', 'debugSessions', 'parser', 'kernels', 'questions', 'vibe'] as const;
  return new Set<Resource>(['workspace', 'conversation', ...optional.filter((name) => resources[name])]);
}

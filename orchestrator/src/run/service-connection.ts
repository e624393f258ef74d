import { setTimeout } from 'node:timers/promises';
import type { CallToolResult, ServicePeer } from '@cusp/mcp';
import { CALL_META, type CallMeta, type Change, methods, ToolError } from '@cusp/protocol';
import { RestartBackoff } from './backoff.ts';
import { ServiceProcess, type ServiceProcessOptions } from './service-process.ts';

export interface ServiceCall {
  tool: string;
  input: unknown;
  meta: CallMeta;
  signal: AbortSignal;
  progress?: ((progress: number, message: string) => void) | undefined;
}

/** A service of the run: started by its first call, and again after a death. */
export class ServiceConnection {
  readonly #options: ServiceProcessOptions;
  readonly #prepare: (peer: ServicePeer) => void;
  readonly #backoff = new RestartBackoff();
  readonly #closing = new AbortController();
  #process: Promise<ServiceProcess> | undefined;
  #lastGone: Promise<void> | undefined;
  #running: ServiceProcess | undefined;

  constructor(options: ServiceProcessOptions, prepare: (peer: ServicePeer) => void) {
    this.#options = options;
    this.#prepare = prepare;
  }

  /** The pid of the running process. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  async call({ tool, input, meta, signal, progress }: ServiceCall): Promise<CallToolResult> {
    const { peer } = this.#running ?? (await abortable(this.#start(), signal));
    return peer.callTool(tool, input, { [CALL_META]: meta }, { signal, progress });
  }

  /** Tells a running service which files changed; one that is not running has nothing to forget. */
  announce(changes: Change[], stage: 'call' | 'settled'): void {
    this.#running?.peer.notify(methods.changes, { changes, stage });
  }

  async close(graceMs: number): Promise<void> {
    this.#closing.abort(new ToolError('cancelled', 'The run ended'));
    await this.#process?.then(
      (running) => running.close(graceMs),
      () => undefined,
    );
    await this.#lastGone;
  }

  #start(): Promise<ServiceProcess> {
    this.#process ??= this.#startWhenDue().catch((error: unknown) => {
      this.#process = undefined;
      throw error;
    });
    return this.#process;
  }

  async #startWhenDue(): Promise<ServiceProcess> {
    await this.#lastGone;
    await waitFor(this.#backoff.remainingMs(performance.now()), this.#closing.signal);
    this.#closing.signal.throwIfAborted();
    this.#backoff.started(performance.now());
    try {
      const started = await ServiceProcess.start(this.#options, this.#prepare);
      this.#running = started;
      void started.ended.then(() => this.#forget(started));
      return started;
    } catch (error) {
      this.#backoff.died(performance.now());
      throw error;
    }
  }

  /** The next call starts it anew, once what this one left running is swept. */
  #forget(ended: ServiceProcess): void {
    this.#backoff.died(performance.now());
    this.#process = undefined;
    this.#running = undefined;
    this.#lastGone = ended.gone;
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return ms === 0 ? Promise.resolve() : setTimeout(ms, undefined, { signal });
}

/** The promise, or the signal's reason if that comes first. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

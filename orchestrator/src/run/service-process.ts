import { type Child, describeExit, startChild, sweepRun } from '@cusp/child';
import { ServicePeer } from '@cusp/mcp';
import { type BindParams, methods, ToolError } from '@cusp/protocol';
import { type Logger, serviceTag, VERSION } from '@cusp/service-kit';
import type { CatalogueService } from '../catalogue/catalogue.ts';
import { hangPatienceMs, watchForHang } from './hang-watch.ts';

// V8 sizes its pool of background threads by the cores: Node's four compete with the work itself where there are two.
const NODE_FLAGS = ['--v8-pool-size=0'];
const GARBAGE_SHOWN_CHARACTERS = 200;
const STDERR_SHOWN_CHARACTERS = 2_000;
const LAST_OUTPUT_MS = 100;
const SWEEP_GRACE_MS = 300;

export interface ServiceProcessOptions {
  service: CatalogueService;
  binding: BindParams;
  log: Logger;
  environment: () => NodeJS.ProcessEnv;
  /** Says what a death outside calls took with it. */
  notice: (text: string) => void;
}

/** One running service, bound to the run: its process and the peer that speaks with it. */
export class ServiceProcess {
  readonly pid: number;
  readonly peer: ServicePeer;
  /** Settles as soon as the process has ended. */
  readonly ended: Promise<void>;
  /** Settles when what it left running is swept too. */
  readonly gone: Promise<void>;
  readonly #child: Child;
  #closing = false;
  #gaveUp: string | undefined;

  private constructor(child: Child, peer: ServicePeer, options: ServiceProcessOptions, patienceMs: number) {
    const { manifest } = options.service;
    this.#child = child;
    this.peer = peer;
    this.pid = child.pid;
    const tag = serviceTag(options.binding.runId, manifest.service);
    const endWatch = watchForHang(peer, patienceMs, () => this.#giveUp(patienceMs));
    this.ended = child.exited.then(endWatch);
    this.gone = this.ended.then(async () => {
      await child.drained(LAST_OUTPUT_MS);
      this.#tellOfDeath(options);
      await sweepRun(tag, { graceMs: SWEEP_GRACE_MS });
    });
  }

  /** Starts and binds a service; `prepare` sets the peer's handlers before anything is sent. */
  static async start(
    options: ServiceProcessOptions,
    prepare: (peer: ServicePeer) => void,
  ): Promise<ServiceProcess> {
    const { service, binding, log } = options;
    const env = options.environment();
    const child = await startChild({
      command: process.execPath,
      args: [...NODE_FLAGS, service.entry],
      cwd: binding.cwd,
      env,
      stdin: 'pipe',
      output: { kind: 'pipe' },
      runId: serviceTag(binding.runId, service.manifest.service),
      tagLimit: true,
    });
    const peer = connectPeer(child, service.manifest.service, log);
    prepare(peer);
    const started = new ServiceProcess(child, peer, options, hangPatienceMs(env));
    try {
      await peer.initialize('cusp', VERSION);
      await peer.request(methods.bind, binding);
    } catch (error) {
      await child.kill();
      await started.gone;
      throw error;
    }
    return started;
  }

  /** Lets the service end by itself, then ends whatever is left; takes `graceMs` and the sweep at most. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    this.#child.stdin?.end();
    const timer = setTimeout(() => void this.#child.kill({ graceMs: 0 }), graceMs);
    await this.gone;
    clearTimeout(timer);
  }

  #giveUp(patienceMs: number): void {
    this.#gaveUp = `it answered nothing for ${patienceMs / 1_000} s and was ended`;
    void this.#child.kill({ graceMs: 0 });
  }

  /** The calls at work fail with it; where there are none, the next result says what is lost. */
  #tellOfDeath({ service: { manifest }, notice }: ServiceProcessOptions): void {
    const { service: name, losesOnExit } = manifest;
    const how = this.#gaveUp ?? (this.#child.exit ? describeExit(this.#child.exit) : 'unknown');
    const lost = losesOnExit ? `; lost: ${losesOnExit}` : '';
    if (this.#closing) {
      this.peer.end(new ToolError('cancelled', `The run ended while the ${name} service was at work`));
      return;
    }
    const waiting = this.peer.end(
      new ToolError('service_exited', `The ${name} service ended (${how}) during the call${lost}`, {
        hint: `${this.#lastWords()}Call again: it starts anew.`,
      }),
    );
    if (waiting === 0 && losesOnExit) notice(`The ${name} service ended (${how})${lost}`);
  }

  #lastWords(): string {
    const tail = this.#child.stderrTail().trim().slice(-STDERR_SHOWN_CHARACTERS);
    return tail ? `Its last words: ${tail}\n` : '';
  }
}

function connectPeer(child: Child, name: string, log: Logger): ServicePeer {
  if (!child.stdin || !child.stdout) throw new Error(`the ${name} service has no pipes`);
  child.stderr?.pipe(process.stderr, { end: false });
  return new ServicePeer(child.stdout, child.stdin, (line) =>
    log.warn(
      { service: name, line: line.slice(0, GARBAGE_SHOWN_CHARACTERS) },
      'a line that is no MCP message',
    ),
  );
}

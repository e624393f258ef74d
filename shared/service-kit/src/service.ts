import type { Change, methods, Resource, ServiceManifest } from '@cusp/protocol';
import type { z } from 'zod';
import type { Host } from './host.ts';
import type { Logger } from './log.ts';
import type { Run } from './run.ts';
import type { Tool } from './tool.ts';

type Verdict = z.input<typeof methods.didWrite.result>;

/** What a service may look at while it is bound. */
export interface BindContext {
  run: Run;
  host: Host;
  log: Logger;
}

/** A family of tools as its `service.ts` declares it; `State` is what it keeps for the run it is bound to. */
export interface Service<State = unknown> {
  name: string;
  /** Resources that must be bound to the run for its tools to be seen. */
  needs?: Resource[];
  /** What is gone when the process ends unexpectedly, as the end of "lost: …". */
  losesOnExit?: string;
  /** The order is the order of tools/list. */
  tools: Tool<State>[];
  /** Answers the state that its tools get; a service that keeps none leaves it out. */
  bind?: (context: BindContext) => Promise<State>;
  unbind?: (state: State) => Promise<void>;
  /** The files that a call changed, whoever made it. */
  onChanges?: (state: State, changes: Change[], stage: 'call' | 'settled') => void;
  onOpened?: (state: State, path: string) => void;
  willWrite?: (state: State, paths: string[], waitMs: number) => Promise<void>;
  didWrite?: (state: State, changes: Change[], waitMs: number) => Promise<Verdict>;
}

/** Declares a service. */
export function defineService<State>(service: Service<State>): Service<State> {
  return service;
}

/** The service without its code: what `--describe` prints. */
export function describeService<State>(service: Service<State>): ServiceManifest {
  return {
    service: service.name,
    version: VERSION,
    needs: service.needs ?? [],
    ...(service.losesOnExit ? { losesOnExit: service.losesOnExit } : {}),
    tools: service.tools.map(({ manifest }) => manifest),
  };
}

export const VERSION = '0.0.0';

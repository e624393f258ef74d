import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment, findTagged, type ProcessEntry } from '@cusp/child';
import { type BindParams, methods, runDirectory } from '@cusp/protocol';
import { newRunId, serviceTag } from '@cusp/service-kit';
import { type CallOutcome, serviceTest } from '@cusp/service-kit/testing';
import { expect, type TestAPI, vi } from 'vitest';
import { z } from 'zod';
import { shell } from '../src/service.ts';

type Event = z.infer<typeof methods.event.params>;

/** The structured result of Bash. */
export interface Structured {
  exitCode: number | null;
  signal?: string;
  meaning?: string;
  timedOut: boolean;
  processName?: string;
  artifact?: string;
  cwd: string;
}

interface Fixtures {
  runId: string;
  binding: Partial<BindParams>;
  settings: Record<string, unknown>;
  /** Variables that the service finds in its environment, which has no secrets but these. */
  environment: Record<string, string>;
  /** Runs a command; further fields of the input may be given. */
  bash: (command: string, input?: Record<string, unknown>) => Promise<CallOutcome & { result: Structured }>;
  /** What the service said outside a call. */
  events: Event[];
  /** The raw bytes of an artifact as text. */
  artifact: (id: string | undefined) => Promise<string>;
  /** The processes that live and carry the tag of this run. */
  living: () => Promise<ProcessEntry[]>;
}

type Context = ReturnType<typeof serviceTest> extends TestAPI<infer Inferred> ? Inferred : never;

/** vitest's `test` with the shell service; fails when a test leaves a process of its run behind. */
export const test: TestAPI<Context & Fixtures> = serviceTest(shell).extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from its first parameter
  runId: async ({}, use) => {
    const runId = newRunId();
    await use(runId);
    expect(await findTagged(serviceTag(runId, 'shell'))).toEqual([]);
  },
  settings: {},
  environment: {},
  binding: async ({ runId, settings, environment }, use) => {
    for (const name of childEnvironment().withheld) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    await use({ runId, settings });
    vi.unstubAllEnvs();
  },
  bash: async ({ call }, use) => {
    await use(async (command, input = {}) => {
      const outcome = await call('Bash', { command, ...input });
      return { ...outcome, result: outcome.structured as Structured };
    });
  },
  events: async ({ client }, use) => {
    const events: Event[] = [];
    const schema = z.object({ method: z.literal(methods.event.name), params: methods.event.params });
    client.setNotificationHandler(schema, ({ params }) => void events.push(params));
    await use(events);
  },
  artifact: async ({ folders, runId }, use) => {
    await use(async (id) => {
      const name = id?.split('-')[1] ?? '';
      return readFile(path.join(runDirectory(folders.stateDir, runId), 'artifacts', `${name}.txt`), 'utf8');
    });
  },
  living: async ({ runId }, use) => use(() => findTagged(serviceTag(runId, 'shell'))),
});

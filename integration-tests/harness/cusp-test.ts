import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from 'vitest';
import { type Finished, runCusp, ScriptDriver } from './cusp.ts';

interface Fixtures {
  root: string;
  /** A folder for the test's files, and cusp's working folder. */
  workspace: string;
  stateDir: string;
  lay: (files: Record<string, string | Uint8Array>) => Promise<void>;
  /** Runs `cusp ARGS` in the workspace. */
  cusp: (args: readonly string[], input?: string) => Promise<Finished>;
  /** Starts `cusp script -` in the workspace; it is ended after the test. */
  script: (...flags: string[]) => ScriptDriver;
}

/** vitest's `test` with the built `cusp` in a temporary workspace. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from its first parameter
  root: async ({}, use) => {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'cusp-it-')));
    await use(root);
    await rm(root, { recursive: true, force: true });
  },
  workspace: async ({ root }, use) => {
    const workspace = path.join(root, 'workspace');
    await mkdir(workspace);
    await use(workspace);
  },
  stateDir: async ({ root }, use) => {
    await use(path.join(root, 'state'));
  },
  lay: async ({ workspace }, use) => {
    await use(async (files) => {
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(workspace, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    });
  },
  cusp: async ({ workspace, stateDir }, use) => {
    await use((args, input) =>
      runCusp(args, { cwd: workspace, stateDir, ...(input === undefined ? {} : { input }) }),
    );
  },
  script: async ({ workspace, stateDir }, use) => {
    const drivers: ScriptDriver[] = [];
    await use((...flags) => {
      const driver = new ScriptDriver({ cwd: workspace, stateDir }, ...flags);
      drivers.push(driver);
      return driver;
    });
    await Promise.all(drivers.map((driver) => driver.end()));
  },
});

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

interface Scratch {
  root: string;
  state: { stateDir: string; runId: string };
  file(name: string): string;
  /** Names in the workspace, at any depth, directories too. */
  names(): string[];
}

/** A workspace and a state directory that are gone after the test. */
export function scratch(): Scratch {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'cusp-commit-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = path.join(base, 'workspace');
  mkdirSync(root);
  return {
    root,
    state: { stateDir: path.join(base, 'state'), runId: 'run-1' },
    file: (name) => path.join(root, name),
    names: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort(),
  };
}

/** What a rejected promise of a ToolError says. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

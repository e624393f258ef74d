import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

interface Scratch {
  root: string;
  state: { stateDir: string; runId: string };
  file(name: string): string;
  /** Names in the workspace, at any depth, directories too. */
  names(): string[];
  /** Names of the locks that someone holds, or left. */
  locks(): string[];
  /** Paths of the owner files of this and other processes. */
  owners(): string[];
}

/** A workspace and a state directory that are gone after the test. */
export function scratch(): Scratch {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'cusp-commit-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = path.join(base, 'workspace');
  const stateDir = path.join(base, 'state');
  const list = (directory: string) =>
    existsSync(path.join(stateDir, directory)) ? readdirSync(path.join(stateDir, directory)) : [];
  mkdirSync(root);
  return {
    root,
    state: { stateDir, runId: 'run-1' },
    file: (name) => path.join(root, name),
    names: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort(),
    locks: () => list('locks').filter((name) => name !== 'owners'),
    owners: () => list('locks/owners').map((name) => path.join(stateDir, 'locks/owners', name)),
  };
}

/** What a rejected promise of a ToolError says. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

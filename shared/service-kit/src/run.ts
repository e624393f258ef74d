import { realpathSync } from 'node:fs';
import path from 'node:path';
import { type BindParams, explainSystemError, runDirectory, stateDirectory } from '@cusp/protocol';
import { ArtifactStore } from './artifacts.ts';
import { Boundary } from './boundary.ts';

/** One run as its tools see it. Paths are absolute. */
export interface Run {
  id: string;
  conversationId: string;
  /** The first root. */
  workspace: string;
  roots: readonly string[];
  cwd: string;
  /** The state of all runs: locks, journals. */
  stateDir: string;
  /** This run's own state. */
  directory: string;
  /** The value of the run tag that marks what this service starts. */
  tag: string;
  trusted: boolean;
  settings: Readonly<Record<string, unknown>>;
  resources: BindParams['resources'];
  boundary: Boundary;
  artifacts: ArtifactStore;
}

const ALL_RESOURCES: BindParams['resources'] = {
  languageServers: true,
  debugSessions: true,
  parser: true,
  kernels: true,
  questions: false,
  vibe: false,
  sandbox: 'off',
};

/** What a service binds itself to when nobody else does: the current folder. */
export function soloBinding(environment: NodeJS.ProcessEnv = process.env): BindParams {
  const cwd = currentFolder();
  const runId = newRunId();
  return {
    runId,
    conversationId: runId,
    workspaceRoots: [cwd],
    cwd,
    stateDir: stateDirectory(environment),
    trusted: true,
    settings: {},
    resources: ALL_RESOURCES,
  };
}

function currentFolder(): string {
  try {
    return realpathSync(process.cwd());
  } catch (error) {
    throw explainSystemError('work in the current folder', error, 'Start it in a folder that exists.');
  }
}

/** A fresh id of 12 lower-case letters and digits. */
export function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

/** The tag of what one service starts for one run; the run tag of all its processes. */
export function serviceTag(runId: string, service: string): string {
  return `${runId}:${service}`;
}

export function openRun(params: BindParams, service: string): Run {
  const [workspace = params.cwd] = params.workspaceRoots;
  const directory = runDirectory(params.stateDir, params.runId);
  const artifacts = new ArtifactStore(params.stateDir, params.runId);
  const boundary = new Boundary({
    roots: params.workspaceRoots,
    cwd: params.cwd,
    temporary: path.join(directory, 'tmp'),
    artifacts,
  });
  return {
    id: params.runId,
    conversationId: params.conversationId,
    workspace,
    roots: params.workspaceRoots,
    cwd: params.cwd,
    stateDir: params.stateDir,
    directory,
    tag: serviceTag(params.runId, service),
    trusted: params.trusted,
    settings: params.settings,
    resources: params.resources,
    boundary,
    artifacts,
  };
}

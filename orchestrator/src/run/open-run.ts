import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hideFromProc, serviceEnvironment } from '@cusp/child';
import { explainSystemError, type Family, stateDirectory, type Tier, ToolError } from '@cusp/protocol';
import { createLogger, newRunId } from '@cusp/service-kit';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { checkToolNames } from '../catalogue/check-names.ts';
import type { Door } from '../catalogue/visible.ts';
import type { PermissionMode } from '../permissions/modes.ts';
import { Run } from './run.ts';

/** What the flags of a command say about its run. */
export interface RunFlags {
  cwd?: string | undefined;
  addDir?: string[] | undefined;
  allowedTools?: string[] | undefined;
  disallowedTools?: string[] | undefined;
  permissionMode?: PermissionMode | undefined;
}

/** How a door shapes its run, beside the flags. */
export interface DoorShape {
  door: Door;
  mode: PermissionMode;
  family?: Family | undefined;
  /** Names as the person gave them. */
  only?: readonly string[] | undefined;
  tiers?: ReadonlySet<Tier> | undefined;
  operatorReads?: boolean;
  answerWithinMs?: number;
}

/** Opens a run on the folders that the flags name; no service is started yet. */
export function openRun(flags: RunFlags, { mode, only, ...shape }: DoorShape): Run {
  const catalogue = loadCatalogue();
  const named = (flag: string, names: readonly string[] = []) => checkToolNames(flag, names, catalogue.tools);
  const cwd = realDirectory(flags.cwd ?? '.');
  const runId = newRunId();
  return new Run({
    ...shape,
    catalogue,
    only: only && named('--tools', only),
    log: createLogger('cusp'),
    environment: openEnvironment,
    policy: {
      mode: flags.permissionMode ?? mode,
      allowed: named('--allowedTools', flags.allowedTools),
      disallowed: named('--disallowedTools', flags.disallowedTools),
    },
    binding: {
      runId,
      conversationId: runId,
      workspaceRoots: [cwd, ...(flags.addDir ?? []).map(realDirectory)],
      cwd,
      stateDir: openStateDirectory(),
      trusted: false,
      settings: {},
      resources: NOTHING_OPTIONAL,
    },
  });
}

/** No family of these resources is there yet. */
const NOTHING_OPTIONAL = {
  languageServers: false,
  debugSessions: false,
  parser: false,
  kernels: false,
  questions: false,
  vibe: false,
  sandbox: 'off',
} as const;

/**
 * Services start what tools start, so no secret is in their environment, only the names of those withheld; a tool
 * could read it in ours through /proc, too.
 */
function openEnvironment(): NodeJS.ProcessEnv {
  const { env, withheld } = serviceEnvironment({ base: process.env });
  hideFromProc(withheld);
  return env;
}

function openStateDirectory(): string {
  const directory = stateDirectory();
  try {
    makeDirectory(directory);
  } catch (error) {
    throw explainSystemError(
      `use the state directory "${directory}"`,
      error,
      'Set CUSP_CONFIG_DIR to one that can be written.',
    );
  }
  return realpathSync(directory);
}

/** Not by Node's own `recursive`, which never ends where a parent cannot be made, as below /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function realDirectory(named: string): string {
  try {
    const real = realpathSync(path.resolve(named));
    if (statSync(real).isDirectory()) return real;
    throw new ToolError('invalid_input', `The workspace "${named}" is no directory`);
  } catch (error) {
    throw explainSystemError(`open the workspace "${named}"`, error);
  }
}

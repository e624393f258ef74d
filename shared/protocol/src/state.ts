import { homedir, userInfo } from 'node:os';
import path from 'node:path';

/** Where cusp keeps its state: `CUSP_CONFIG_DIR`, else `~/.cusp` (PIPE-12). */
export function stateDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(environment.CUSP_CONFIG_DIR || path.join(homedir() || userInfo().homedir, '.cusp'));
}

/** The folder of one run: trace, artifacts, before-images, output of commands. */
export function runDirectory(stateDir: string, runId: string): string {
  return path.join(stateDir, 'runs', runId);
}

/** The environment variable that marks every process of a run, whoever started it. */
export const RUN_TAG_VARIABLE = 'CUSP_RUN';

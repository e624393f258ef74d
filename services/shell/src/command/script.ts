import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainSystemError, isSystemError } from '@cusp/protocol';
import type { Run } from '@cusp/service-kit';

// The command comes from a file: an argument may have 128 kB at most, and `pkill -f NAME` would find it there and end
// its own shell. `eval` keeps its own line numbers, `exit`, `set -e`, traps and heredocs as they are. The directory is
// noted after it too, since a trap of the command on EXIT replaces ours. Braces keep `set -x` from showing it.
//
// The soft limit of file locks, which nothing enforces, marks all that the command starts for `@cusp/child`, even what
// clears its environment.
const PROGRAM = [
  'ulimit -S -x "$CUSP_CHILD" 2>/dev/null;',
  `IFS= read -r -d '' __cusp_command <"$1"; __cusp_cwd=$2 __cusp_env=$3 __cusp_ended=; set --;`,
  '__cusp_end() { local __cusp_status=$?;',
  '[[ $__cusp_ended ]] || builtin pwd -P >|"$__cusp_cwd" || :; __cusp_ended=1; return $__cusp_status; };',
  `trap '{ __cusp_end; } >/dev/null 2>&1' EXIT;`,
  'if [[ -r $__cusp_env ]]; then . "$__cusp_env"; fi;',
  'eval "$__cusp_command"; { __cusp_end; } >/dev/null 2>&1',
].join(' ');

// Where SessionStart hooks export variables for later commands (`CLAUDE_ENV_FILE`).
const ENVIRONMENT_FILE = 'env.sh';

/**
 * The private files by which a shell is told its command and tells its last directory. Read and written in place: each
 * takes 30 µs, and ten times that through the thread pool.
 */
export class Script {
  readonly #commandFile: string;
  readonly #directoryFile: string;
  readonly #environmentFile: string;

  private constructor(run: Run, name: string) {
    const base = path.join(run.directory, 'shell', name);
    this.#commandFile = `${base}.sh`;
    this.#directoryFile = `${base}.cwd`;
    this.#environmentFile = path.join(run.directory, ENVIRONMENT_FILE);
  }

  static write(run: Run, name: string, command: string): Script {
    const script = new Script(run, name);
    try {
      mkdirSync(path.dirname(script.#commandFile), { recursive: true, mode: 0o700 });
      writeFileSync(script.#commandFile, command, { mode: 0o600 });
    } catch (error) {
      throw explainSystemError(`write the command to "${script.#commandFile}"`, error);
    }
    return script;
  }

  /** The arguments for bash: no start-up files, no login. */
  get args(): string[] {
    const environment = existsSync(this.#environmentFile) ? this.#environmentFile : '';
    return [
      '--norc',
      '--noprofile',
      '-c',
      PROGRAM,
      'bash',
      this.#commandFile,
      this.#directoryFile,
      environment,
    ];
  }

  /**
   * Removes the files.
   * @returns The shell's last directory; empty when that was gone, undefined when it was killed or replaced by `exec`.
   */
  close(): string | undefined {
    const directory = readIfThere(this.#directoryFile);
    for (const file of [this.#commandFile, this.#directoryFile]) rmSync(file, { force: true });
    return directory?.replace(/\n$/, '');
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RUN_TAG_VARIABLE, ToolError } from '@cusp/protocol';
import { locateRipgrep } from './ripgrep-binary.ts';

const MAX_MESSAGE_CHARACTERS = 64_000;

interface RipgrepCall {
  args: readonly string[];
  cwd: string;
  /** The tag of the run, by which its processes are found. */
  tag: string;
  /** Ends the search at once; the call then throws the signal's reason. */
  signal: AbortSignal;
  /** Ends the search at once; what it found until then stands. */
  enough: AbortSignal;
  onOutput: (chunk: Buffer) => void;
}

export interface RipgrepEnd {
  /** 0 with matches, 1 without, 2 when something failed; null when it was stopped. */
  exitCode: number | null;
  /** What it wrote to stderr. */
  messages: string;
}

/** Runs one search without configuration files and without stdin. */
export async function runRipgrep(call: RipgrepCall): Promise<RipgrepEnd> {
  call.signal.throwIfAborted();
  const binary = await locateRipgrep();
  const child = spawn(binary, ['--no-config', ...call.args], {
    cwd: call.cwd,
    env: searchEnvironment(call.tag),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  const stop = AbortSignal.any([call.signal, call.enough]);
  stop.addEventListener('abort', kill, { once: true });
  let messages = '';
  child.stdout.on('data', (chunk: Buffer) => stop.aborted || call.onOutput(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (messages.length < MAX_MESSAGE_CHARACTERS) messages += text;
  });
  try {
    const [exitCode, endedBy] = await once(child, 'close').catch((error: unknown) => {
      throw cannotStart(binary, error);
    });
    call.signal.throwIfAborted();
    if (endedBy && !call.enough.aborted) throw new ToolError('command_failed', `ripgrep ended by ${endedBy}`);
    return { exitCode, messages };
  } finally {
    stop.removeEventListener('abort', kill);
  }
}

function searchEnvironment(tag: string): NodeJS.ProcessEnv {
  const { RIPGREP_CONFIG_PATH: _configuration, ...environment } = process.env;
  return { ...environment, [RUN_TAG_VARIABLE]: tag };
}

function cannotStart(binary: string, cause: unknown): ToolError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ToolError('unavailable', `Grep cannot start "${binary}": ${reason}`, {
    hint: 'Install ripgrep, or name its binary in CUSP_RG.',
    cause,
  });
}

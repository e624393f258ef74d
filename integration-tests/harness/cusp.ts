import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built command, as a user runs it. */
export const CUSP = fileURLToPath(new URL('../../orchestrator/bin/cusp.js', import.meta.url));

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CuspOptions {
  cwd?: string;
  stateDir: string;
  input?: string;
  environment?: NodeJS.ProcessEnv;
}

/** Runs `cusp ARGS` to its end. */
export function runCusp(args: readonly string[], options: CuspOptions): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CUSP, ...args],
      {
        env: cuspEnvironment(options),
        maxBuffer: 256 * 1024 * 1024,
        ...(options.cwd ? { cwd: options.cwd } : {}),
      },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({ code, stdout, stderr });
      },
    );
    child.stdin?.end(options.input ?? '');
  });
}

export function cuspEnvironment({ stateDir, environment }: CuspOptions): NodeJS.ProcessEnv {
  return { ...process.env, CUSP_CONFIG_DIR: stateDir, ...environment };
}

/** `cusp script -` as a driver uses it: write a line, read its answer, write the next. */
export class ScriptDriver {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor(options: CuspOptions, ...flags: string[]) {
    this.process = spawn(process.execPath, [CUSP, 'script', '-', ...flags], {
      env: cuspEnvironment(options),
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(options.cwd ? { cwd: options.cwd } : {}),
    });
    if (!this.process.stdout) throw new Error('cusp script has no stdout');
    this.#reader = createInterface({ input: this.process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async call(tool: string, input: object = {}): Promise<ScriptAnswer> {
    this.process.stdin?.write(`${JSON.stringify({ tool, input })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('cusp script ended without an answer');
    return toAnswer(JSON.parse(value));
  }

  /** Ends the script, if it still runs, and answers its exit code; null when a signal ended it. */
  async end(): Promise<number | null> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return exitCode;
    const exited = once(this.process, 'exit');
    this.process.stdin?.end();
    const [code] = await exited;
    this.#reader.close();
    return code;
  }
}

export interface ScriptAnswer {
  tool: string;
  text: string;
  isError: boolean;
  structured: Record<string, unknown>;
  ms: number;
}

interface RawAnswer {
  tool: string;
  result: {
    content: { type: string; text?: string }[];
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
  };
  ms: number;
}

function toAnswer({ tool, result, ms }: RawAnswer): ScriptAnswer {
  const text = result.content.map((part) => part.text ?? `[${part.type}]`).join('\n');
  return { tool, text, isError: result.isError === true, structured: result.structuredContent ?? {}, ms };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** The package in one file that Node can run, for children; `remove` it at the end. */
export async function bundlePackage(): Promise<{ bundle: string; remove(): void }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'cusp-commit-bundle-'));
  const bundle = path.join(directory, 'commit.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../src/index.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
  });
  return { bundle, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

export function fixture(name: string): string {
  return path.join(import.meta.dirname, 'fixtures', name);
}

/** A child that runs a fixture with the bundle as its first argument. */
export class Child {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  #output = '';

  constructor(command: string[]) {
    const [program = '', ...parameters] = command;
    this.process = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.exited = once(this.process, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  }

  static fixture(name: string, parameters: string[]): Child {
    return new Child([process.execPath, fixture(name), ...parameters]);
  }

  async output(): Promise<string> {
    await this.exited;
    return this.#output;
  }

  async firstLine(): Promise<string> {
    const { stdout } = this.process;
    if (!stdout) return '';
    const [line] = await once(createInterface(stdout), 'line');
    return String(line);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}

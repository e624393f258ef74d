import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { stateDirectory } from '@cusp/protocol';
import { loadCatalogue } from '../catalogue/catalogue.ts';

const PROBE_TIMEOUT_MS = 5_000;

interface Finding {
  name: string;
  usable: boolean;
  /** Where it is and its version, or why it is not usable and what to do. */
  detail: string;
}

/** `cusp doctor`: what is usable here; exits 1 when something that cusp needs is not. */
export async function doctor(options: { json?: boolean }): Promise<void> {
  const findings = await Promise.all([
    node(),
    state(),
    services(),
    ripgrep(),
    program('bash'),
    program('git'),
  ]);
  const lines = findings.map(
    ({ name, usable, detail }) => `${usable ? 'ok ' : 'NO '} ${name.padEnd(9)} ${detail}\n`,
  );
  process.stdout.write(options.json ? `${JSON.stringify(findings, null, 1)}\n` : lines.join(''));
  if (findings.some(({ usable }) => !usable)) process.exitCode = 1;
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const usable = major > 20 || (major === 20 && minor >= 19);
  const detail = `${process.execPath} ${process.version}`;
  return {
    name: 'node',
    usable,
    detail: usable ? detail : `${detail} is too old; cusp needs 20.19 or newer`,
  };
}

function state(): Finding {
  const directory = stateDirectory();
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
    return { name: 'state', usable: true, detail: directory };
  } catch (error) {
    const detail = `${directory} cannot be written (${String(error)}); set CUSP_CONFIG_DIR to a folder that can`;
    return { name: 'state', usable: false, detail };
  }
}

function services(): Finding {
  try {
    const all = [...loadCatalogue().services.values()];
    const detail = all
      .map(({ manifest }) => `${manifest.service} (${manifest.tools.length} tools)`)
      .join(', ');
    return { name: 'services', usable: true, detail };
  } catch (error) {
    return {
      name: 'services',
      usable: false,
      detail: error instanceof Error ? error.message : String(error),
    };
  }
}

async function ripgrep(): Promise<Finding> {
  const named = process.env.CUSP_RG;
  if (named) return probe('rg', named, 'CUSP_RG names it; name another or unset it');
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return await probe('rg', rgPath, 'reinstall cusp with optional dependencies');
  } catch {
    return program('rg');
  }
}

function program(name: string): Promise<Finding> {
  return probe(name, name, 'install it or put it on PATH');
}

async function probe(name: string, command: string, remedy: string): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], { timeout: PROBE_TIMEOUT_MS });
    return { name, usable: true, detail: `${command} ${stdout.split('\n')[0]}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { name, usable: false, detail: `${command} does not run (${reason}); ${remedy}` };
  }
}

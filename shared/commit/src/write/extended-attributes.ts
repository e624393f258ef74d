import { execFile } from 'node:child_process';
import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { unlessError, unlessMissing } from '../system-calls.ts';

interface Probe {
  command: string;
  arguments: string[];
  /** What names an attribute or an access control list in the command's output. */
  finds: RegExp;
}

const LARGEST_OUTPUT = 65_536;
const MOST_KNOWN_FILES = 10_000;
const UNREACHABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EIO'];

/** The first that is installed is asked; labels that the system itself gives to every file do not count. */
const PROBES: Probe[] = [
  {
    command: 'getfattr',
    arguments: ['--absolute-names', '-m', '-', '--'],
    finds: /^(?!# file: |security\.selinux).+/m,
  },
  {
    command: 'tar',
    arguments: ['-cPf', '-', '--format=posix', '--xattrs', '--xattrs-include=user.*', '--acls', '--'],
    finds: /SCHILY\.(?:xattr|acl)\./,
  },
];
const MAC_PROBE: Probe = { command: 'xattr', arguments: [], finds: /^(?!com\.apple\.provenance).+/m };

function isInstalled({ command }: Probe): boolean {
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  return directories.some((directory) =>
    unlessError(
      ['ENOENT', 'ENOTDIR', 'EACCES'],
      () => accessSync(path.join(directory, command), constants.X_OK) ?? true,
    ),
  );
}

let installed: { probe: Probe | undefined } | undefined;

function findProbe(): Probe | undefined {
  const probes = process.platform === 'darwin' ? [MAC_PROBE] : PROBES;
  installed ??= { probe: process.platform === 'win32' ? undefined : probes.find(isInstalled) };
  return installed.probe;
}

/** The output is cut: an archive names the attributes before the content. */
function run(probe: Probe, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      probe.command,
      [...probe.arguments, file],
      { maxBuffer: LARGEST_OUTPUT, encoding: 'latin1' },
      (_, stdout) => resolve(probe.finds.test(stdout)),
    );
  });
}

/** Files without attributes, and the change time (ms) that they had then: setting an attribute moves it. */
const plainFiles = new Map<string, number>();

function remember(file: string, changedMs: number): void {
  if (plainFiles.size >= MOST_KNOWN_FILES) plainFiles.clear();
  plainFiles.set(file, changedMs);
}

/**
 * Whether a file has extended attributes or an access control list, which a new file in its place would lack. Node
 * cannot tell, so a program is asked once for each file; no change after that goes unseen by the file's change time.
 */
export async function hasAttributes(file: string, { ctimeMs }: Stats): Promise<boolean> {
  const probe = findProbe();
  if (!probe || plainFiles.get(file) === ctimeMs) return false;
  if (await run(probe, file)) return true;
  remember(file, ctimeMs);
  return false;
}

/**
 * A file that this process made has no attributes.
 * @param target The path by which to reach it.
 */
export function rememberOwnFile(file: string, target: string): void {
  const stat = unlessError(UNREACHABLE, () => lstatSync(target));
  if (stat) remember(file, stat.ctimeMs);
}

/** Asks ahead, so that the first write of an existing file need not wait for the program. */
export async function warmAttributes(file: string): Promise<void> {
  const stat = unlessMissing(() => statSync(file));
  if (stat?.isFile()) await hasAttributes(file, stat);
}

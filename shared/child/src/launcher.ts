import { readFileSync } from 'node:fs';
import { findProgram } from './program.ts';

export interface LaunchOptions {
  dieWithParent?: boolean;
  tagLimit?: boolean;
}

interface Launch extends LaunchOptions {
  command: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
}

interface Launchers {
  setpriv: string | undefined;
  prlimit: string | undefined;
}

let launchers: Launchers | undefined;

/**
 * The command and arguments that start a program with what node cannot set: small programs that become it. Unchanged
 * where these are missing, and for a command that cannot be started, so that the failure is its own.
 */
export function launch(start: Launch, childTag: string): [command: string, args: string[]] {
  const plain: [string, string[]] = [start.command, [...start.args]];
  if (!start.dieWithParent && !start.tagLimit) return plain;
  launchers ??= findLaunchers();
  const { setpriv, prlimit } = launchers;
  const prefix = [
    ...(start.tagLimit && prlimit ? [prlimit, `--locks=${childTag}:`] : []),
    ...(start.dieWithParent && setpriv ? [setpriv, '--pdeathsig', 'KILL'] : []),
  ];
  const [first, ...rest] = prefix;
  const { PATH = '' } = start.env;
  if (!first || !findProgram(start.command, PATH, start.cwd)) return plain;
  return [first, [...rest, start.command, ...start.args]];
}

// Read rather than tried: the setpriv of old systems and of busybox does not know the option.
function findLaunchers(): Launchers {
  const { PATH = '' } = process.env;
  const setpriv = findProgram('setpriv', PATH);
  const prlimit = findProgram('prlimit', PATH);
  return {
    setpriv: setpriv && readFileSync(setpriv).includes('pdeathsig') ? setpriv : undefined,
    prlimit: process.platform === 'linux' ? prlimit : undefined,
  };
}

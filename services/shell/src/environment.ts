import {
  type ChildEnvironment,
  childEnvironment,
  hideFromProc,
  nonInteractive,
  withheldNames,
} from '@cusp/child';
import type { ShellSettings } from './settings.ts';

// A start-up file or inherited options would bring back what was withheld, or change how every command runs.
const BASH_START_UP = { BASH_ENV: undefined, ENV: undefined, SHELLOPTS: undefined, BASHOPTS: undefined };

const KEPT_OF_CUSP = 'CUSP_CONFIG_DIR';

/**
 * The environment of a command: ours without its secrets, under which nothing pages or asks (SH-1, SH-5). What is
 * withheld is hidden from a look at this process too, and what was withheld from it is counted in.
 */
export function shellEnvironment({ keep, drop }: ShellSettings): ChildEnvironment {
  const internals = Object.keys(process.env).filter(
    (name) => name.startsWith('CUSP_') && name !== KEPT_OF_CUSP,
  );
  const removed = Object.fromEntries(internals.map((name) => [name, undefined]));
  const set = { ...nonInteractive, ...BASH_START_UP, OLDPWD: undefined, ...removed };
  const { env, withheld } = childEnvironment({ set, keep, drop });
  hideFromProc(withheld);
  return { env, withheld: [...new Set([...withheld, ...withheldNames()])].sort() };
}

/** Tells a model that a missing variable is missing on purpose. */
export function describeWithheld({ withheld }: ChildEnvironment): string | undefined {
  if (withheld.length === 0) return undefined;
  const variables = withheld.length === 1 ? '1 variable' : `${withheld.length} variables`;
  return `Withheld from commands as secrets: ${variables} (${withheld.join(', ')})`;
}

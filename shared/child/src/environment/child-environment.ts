import { matchNames } from './name-pattern.ts';
import { isSecret } from './secrets.ts';

export interface ChildEnvironmentOptions {
  /** What to start from; the environment of this process when omitted. */
  base?: NodeJS.ProcessEnv;
  /** Added last and as it is, secret or not; undefined removes a name. */
  set?: NodeJS.ProcessEnv;
  /** Names or globs (`*`) that pass although they look like secrets. */
  keep?: readonly string[];
  /** Names or globs that never pass; wins over `keep`. */
  drop?: readonly string[];
}

export interface ChildEnvironment {
  env: Record<string, string>;
  /** The names that were in `base` and are kept from the child, sorted. */
  withheld: string[];
}

function isPassable(name: string, value: string | undefined): value is string {
  return value !== undefined && name !== '' && !/[=\0]/.test(name) && !value.includes('\0');
}

/** The environment for a child that a tool starts: `base` without its secrets, then `set` (SH-5). */
export function childEnvironment(options: ChildEnvironmentOptions = {}): ChildEnvironment {
  const { base = process.env, set = {}, keep = [], drop = [] } = options;
  const [isKept, isDropped] = [matchNames(keep), matchNames(drop)];
  const isWithheld = (name: string, value: string) =>
    isDropped(name) || (!isKept(name) && isSecret(name, value));

  const passable = Object.entries(base).filter((entry): entry is [string, string] => isPassable(...entry));
  const added = Object.entries(set).filter(([name, value]) => value === undefined || isPassable(name, value));
  const withheld = passable.filter((entry) => isWithheld(...entry)).map(([name]) => name);
  const passed = passable.filter((entry) => !isWithheld(...entry));

  const env: Record<string, string> = Object.fromEntries(passed);
  for (const [name, value] of added) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return { env, withheld: withheld.filter((name) => set[name] === undefined).sort() };
}

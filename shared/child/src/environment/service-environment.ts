import {
  type ChildEnvironment,
  type ChildEnvironmentOptions,
  childEnvironment,
} from './child-environment.ts';

/** Tells a service which variables were withheld from it, by name, so that it can tell a model. */
const WITHHELD_VARIABLE = 'CUSP_WITHHELD';

/**
 * `childEnvironment` for a service, whose own environment its children can read: the names of what is withheld, here
 * or further up, are passed on for `withheldNames`.
 */
export function serviceEnvironment(options: ChildEnvironmentOptions = {}): ChildEnvironment {
  const { env, withheld } = childEnvironment(options);
  const names = [...new Set([...withheld, ...withheldNames(options.base)])].sort();
  const { [WITHHELD_VARIABLE]: _before, ...rest } = env;
  return {
    env: names.length > 0 ? { ...rest, [WITHHELD_VARIABLE]: names.join(',') } : rest,
    withheld: names,
  };
}

/** The names that whoever started this process withheld from it. */
export function withheldNames(environment: NodeJS.ProcessEnv = process.env): string[] {
  return (environment[WITHHELD_VARIABLE] ?? '').split(',').filter((name) => name !== '');
}

/** What runs another command: the options that take a value, and how many words stand before the command. */
const WRAPPERS: Record<string, { valued?: RegExp; positional?: number }> = {
  builtin: {},
  command: {},
  env: { valued: /^-(u|C|S)$/ },
  exec: { valued: /^-a$/ },
  nice: { valued: /^-n$/ },
  nohup: {},
  stdbuf: { valued: /^-[ioe]$/ },
  sudo: { valued: /^-[ughp]$/ },
  time: {},
  timeout: { valued: /^-[ks]$/, positional: 1 },
};

const GIT_VALUED = /^(-C|-c|--git-dir|--work-tree|--namespace)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** The name of the program that words run, without its directory, wrappers and assignments; of git with the verb. */
export function commandName(words: readonly string[]): string {
  const [first = '', ...rest] = words.slice(firstIndex(words, (word) => !ASSIGNMENT.test(word)));
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (name === 'git') return `git ${withoutOptions(rest, GIT_VALUED)[0] ?? ''}`.trim();
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (!wrapper) return name;
  return commandName(withoutOptions(rest, wrapper.valued).slice(wrapper.positional ?? 0));
}

function withoutOptions(words: readonly string[], valued = /^$/): readonly string[] {
  const [first, second] = words;
  if (first === undefined || !first.startsWith('-')) return words;
  const isValue = valued.test(first) && second !== undefined;
  return withoutOptions(words.slice(isValue ? 2 : 1), valued);
}

function firstIndex(words: readonly string[], matches: (word: string) => boolean): number {
  const index = words.findIndex(matches);
  return index === -1 ? words.length : index;
}

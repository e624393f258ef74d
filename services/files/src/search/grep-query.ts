/** What Grep was asked for, its defaults filled in. */
export interface GrepQuery {
  pattern: string;
  mode: 'content' | 'files_with_matches' | 'count';
  glob: string | undefined;
  type: string | undefined;
  /** Lines of context before and after; 0 in other modes than `content`. */
  before: number;
  after: number;
  lineNumbers: boolean;
  ignoreCase: boolean;
  onlyMatching: boolean;
  multiline: boolean;
  page: Page;
}

/** Which of the lines or files of a result are wanted. */
export interface Page {
  offset: number;
  /** 0 for all. */
  limit: number;
  /** Characters of one result. */
  cap: number;
}

const MODE_FLAGS = {
  content: ['--line-number', '--column', '--no-heading'],
  files_with_matches: ['--files-with-matches'],
  count: ['--count'],
};

/** The arguments of `rg` for a query; `target` is where to search, as results name it. */
export function ripgrepArguments(query: GrepQuery, target: string): string[] {
  const { mode, before, after, type, glob = '' } = query;
  const globs = splitGlobs(glob);
  return [
    ...MODE_FLAGS[mode],
    '--with-filename',
    '--null',
    '--color=never',
    ...(query.ignoreCase ? ['--ignore-case'] : []),
    ...(query.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(mode === 'content' && query.onlyMatching ? ['--only-matching'] : []),
    ...(before > 0 ? [`--before-context=${before}`] : []),
    ...(after > 0 ? [`--after-context=${after}`] : []),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...globs.map((each) => `--glob=${each}`),
    ...(globs.some(namesHiddenDirectory) ? ['--hidden'] : []),
    `--regexp=${query.pattern}`,
    '--',
    target,
  ];
}

/** Several globs may be given in one field, split by commas, or by spaces where another pattern plainly begins. */
function splitGlobs(globs: string): string[] {
  const pieces = globs.match(/(?:\{[^}]*\}|\[[^\]]*\]|\\.|,(?=\S*\})|[^,\s]|\s+(?![*!]))+/g);
  return pieces?.map((piece) => piece.trim()).filter((piece) => piece !== '') ?? [];
}

// rg never enters a hidden directory, so a glob such as .github/** finds nothing without the flag.
function namesHiddenDirectory(glob: string): boolean {
  return !glob.startsWith('!') && /(?:^|\/|[{,])\.[^./*][^/]*\//.test(glob);
}

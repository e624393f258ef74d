import { ToolError } from '@cusp/protocol';
import { showName } from '../reading/show-name.ts';

const MATCH_OPTIONS = { dot: true, posix: true };
/** Braces or groups that reach over a slash: their segments cannot be told apart. */
const REACHES_OVER_SLASH = /[{(][^})]*\//;

/** A glob, taken apart so that a walk need not enter what cannot match. */
export interface GlobPattern {
  /** The part before the first wildcard, where the walk begins; `''` for none. */
  base: string;
  /** False where the pattern is the plain path `base`. */
  hasWildcards: boolean;
  /** Tests a path relative to `base`. */
  matches: (relative: string) => boolean;
  /** Whether a directory can hold matches; its depth is 0 directly below `base`. */
  enters: (name: string, depth: number) => boolean;
}

const PLAIN_PATH = { hasWildcards: false, matches: () => false, enters: () => false };

/** @throws ToolError `invalid_input` for a pattern that is none. */
export async function parseGlob(pattern: string): Promise<GlobPattern> {
  const { default: picomatch } = await import('picomatch');
  try {
    const { base, glob, negated } = picomatch.scan(pattern);
    const walkedFrom = base.replace(/\\(.)/g, '$1');
    const wildcards = negated ? pattern : glob;
    if (wildcards === '') return { ...PLAIN_PATH, base: walkedFrom };
    const compile = (text: string) => picomatch.makeRe(text, MATCH_OPTIONS);
    const whole = compile(wildcards);
    const segments = leadingSegments(wildcards, negated).map(compile);
    const isDeep = negated || wildcards.includes('**') || REACHES_OVER_SLASH.test(wildcards);
    const levels = isDeep ? Number.POSITIVE_INFINITY : segments.length - 1;
    return {
      base: walkedFrom,
      hasWildcards: true,
      matches: (relative) => relative === wildcards || whole.test(relative),
      enters: (name, depth) => depth < levels && (segments[depth]?.test(name) ?? true),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('invalid_input', `Glob cannot use the pattern "${showName(pattern)}": ${reason}`, {
      cause,
    });
  }
}

/** The segments that each stand for one directory level: those before the first `**`. */
function leadingSegments(glob: string, negated: boolean): string[] {
  if (negated || REACHES_OVER_SLASH.test(glob)) return [];
  const segments = glob.split('/');
  const deep = segments.findIndex((segment) => segment.includes('**'));
  return deep === -1 ? segments : segments.slice(0, deep);
}

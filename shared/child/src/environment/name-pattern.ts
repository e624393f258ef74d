/** A test for names that are listed, or match a listed glob (`*` stands for any characters); case counts. */
export function matchNames(patterns: readonly string[]): (name: string) => boolean {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.split(/\*+/).map(literal).join('.*')}$`, 's'),
  );
  return (name) => expressions.some((expression) => expression.test(name));
}

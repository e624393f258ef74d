import { ToolError } from '@cusp/protocol';
import { describe, expect, test } from 'vitest';
import { planEdit } from '../../src/editing/apply-edit.ts';

function edit(text: string, oldText: string, newText: string, replaceAll = false) {
  const { apply, notes } = planEdit(text, { oldText, newText, replaceAll }, 'a.txt');
  return { text: apply(), notes };
}

function failure(text: string, oldText: string, newText: string, replaceAll = false): unknown {
  try {
    return edit(text, oldText, newText, replaceAll);
  } catch (error) {
    return error instanceof ToolError ? { code: error.code, text: error.text } : error;
  }
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `const value${index} = compute(${index});`);

describe('an edit', () => {
  test('names the lines of several matches [FS-11]', () => {
    expect(failure('x\na\nx\n', 'x', 'y')).toEqual({
      code: 'ambiguous',
      text:
        'old_string matches 2 places in "a.txt": lines 1, 3\n' +
        'Add lines around it until it is unique, or set replace_all to change all of them.',
    });
  });

  test('shows the nearest text as a diff when there is no match [FS-11]', () => {
    const file = 'one\nfunction total(items) {\n  return items.length;\n}\nlast\n';
    expect(failure(file, 'function total(items) {\n  return items.size;\n}', 'x')).toEqual({
      code: 'no_match',
      text:
        'old_string is not in "a.txt"\n' +
        'Nearest: lines 2-4, 86 % alike (- old_string, + file):\n' +
        ' function total(items) {\n-  return items.size;\n+  return items.length;\n }\n' +
        'Send old_string as the file has it.',
    });
  });

  test('says so when nothing is alike [FS-11]', () => {
    expect(failure('abc\n', 'zzz qqq', 'x')).toMatchObject({
      code: 'no_match',
      text: expect.stringContaining('nothing in it is alike'),
    });
  });

  test('answers a miss on 10,000 lines in under 100 ms', () => {
    const file = numbered(10_000).join('\n');
    const wanted = numbered(5_040).slice(5_000).join('\n').replaceAll('compute', 'calculate');
    failure(numbered(10).join('\n'), 'warm up', 'x');
    const start = performance.now();
    const missed = failure(file, wanted, 'x');
    expect(performance.now() - start).toBeLessThan(100);
    expect(missed).toMatchObject({
      code: 'no_match',
      text: expect.stringContaining('Nearest: lines 5001-5040'),
    });
  });

  test('refuses a match of suspicious size [FS-10]', () => {
    const file = `start\n${'\n'.repeat(8)}middle\nend\n`;
    expect(failure(file, 'start\nmiddle\nend', 'x')).toMatchObject({
      code: 'no_match',
      text: expect.stringContaining('lines 1-11 (block-anchor match), is suspiciously large: 11 lines for 3'),
    });
  });

  test('refuses characters that swell past four times the old text [FS-10]', () => {
    expect(failure(`a =${' '.repeat(900)}1\n`, 'a = 1', 'x')).toMatchObject({
      code: 'no_match',
      text: expect.stringContaining('suspiciously large: 904 characters for 5'),
    });
  });

  test('replaces all exact matches and never its own output [FS-10]', () => {
    expect(edit('a\na\na\n', 'a', 'aa', true).text).toBe('aa\naa\naa\n');
  });

  test('replaces all only where it matches exactly [FS-10]', () => {
    expect(failure('a  = 1\na  = 1\n', 'a = 1', 'x', true)).toMatchObject({ code: 'no_match' });
  });

  test.each([
    ['same texts', 'a', 'a'],
    ['an empty old text', '', 'b'],
    ['a placeholder', 'a', 'b\n// ... rest of the code ...\n'],
    ['a placeholder in brackets', 'a', '(rest of methods ...)'],
    ['a placeholder with an ellipsis character', 'a', '# … existing code unchanged …'],
    ['a placeholder in markup', 'a', '<!-- ... rest of file ... -->'],
  ])('refuses %s [FS-11]', (_what, oldText, newText) => {
    expect(failure('a\n', oldText, newText)).toMatchObject({ code: 'invalid_input' });
  });

  test.each([
    '...rest',
    '  ...existing,',
    'f(...other);',
    '// wait ...',
    'log("the rest ...");',
    '# Loading...',
  ])('takes %s for code [FS-11]', (newText) => {
    expect(edit('a\n', 'a', newText).text).toBe(`${newText}\n`);
  });

  test('keeps a placeholder that stood there before [FS-11]', () => {
    expect(
      edit('a\n// ... rest of code ...\n', 'a\n// ... rest of code ...', 'b\n// ... rest of code ...').text,
    ).toBe('b\n// ... rest of code ...\n');
  });
});

describe('line numbers copied from a listing [FS-11]', () => {
  const file = 'a\nb\nc\n';

  test.each([
    ['a tab', '     2\tb\n     3\tc', '     2\tB\n     3\tC'],
    ['an arrow', '2→b\n3→c', '2→B\n3→C'],
    ['a colon', '2: b\n3: c', '2: B\n3: C'],
    ['a bar', '2|b\n3|c', '2|B\n3|C'],
    ['an anchor', '2#k3fa9\tb\n3#x81a0\tc', '2#k3fa9\tB\n3#x81a0\tC'],
    ['a first line without', 'b\n     3\tc', 'B\n     3\tC'],
  ])('are taken off and reported: %s', (_kind, oldText, newText) => {
    const { text, notes } = edit(file, oldText, newText);
    expect(text).toBe('a\nB\nC\n');
    expect(notes).toEqual(['Line numbers copied from a listing were taken off.']);
  });

  test('stay in the new text where the old one has none', () => {
    expect(edit(file, 'b\nc', '     2\tB\n     3\tC').text).toBe('a\n     2\tB\n     3\tC\n');
    expect(edit('id\n', 'id', '1\tid\n2\tname').text).toBe('1\tid\n2\tname\n');
  });

  test.each([
    ['another line', 'a\nb\nx = 10\n', '     1\tx = 1', '     1\tx = 2'],
    ['a part of its line', 'x = 10\n', '     1\tx = 1', '     1\tx = 2'],
    ['the end of its line', 'a x\n', '     1\tx', '     1\ty'],
    ['a line past the end', 'a\nb\nNot Found here\n', '404: Not Found', 'Gone'],
    ['the line after', 'total 10\ntotal 100\n', '     1\ttotal 100', '     1\ttotal 5'],
    ['lines of which one differs', file, '     1\ta\n     2\tx', 'y'],
    ['lines that only nearly count on', file, '     1\ta\n     3\tc', 'y'],
  ])('refuse %s', (_where, text, oldText, newText) => {
    expect(failure(text, oldText, newText)).toMatchObject({ code: 'no_match' });
  });

  test('tell which of several equal lines is meant', () => {
    expect(edit('}\nx\n}\n'.repeat(90), '   270\t}', '   270\t};').text).toMatch(/x\n};\n$/);
  });

  test('are not seen where all places are to be replaced', () => {
    expect(failure('x1\nx2\n', '1\tx', 'y', true)).toMatchObject({ code: 'no_match' });
  });

  test.each([
    ['a number', '     1\tfoo', '42', '42\nbar\n'],
    ['a line of a list', '     1\tfoo', '     1\t[\n3\n]', '[\n3\n]\nbar\n'],
    ['numbers of another form', '     1\tfoo', '1\tid\n2\tname', '1\tid\n2\tname\nbar\n'],
    ['another separator', '     1\tfoo', '     1: foo', '     1: foo\nbar\n'],
    ['lines that go on counting', '     1\tfoo', '     1\ta\n     2\tb', 'a\nb\nbar\n'],
    ['lines that leave one out', '     1\tfoo\n     2\tbar', '     2\tbaz', 'baz\n'],
  ])('are taken off the new text only where they count on: %s', (_what, oldText, newText, after) => {
    expect(edit('foo\nbar\n', oldText, newText).text).toBe(after);
  });

  test('refuse a new text that may have content for numbers', () => {
    expect(failure('foo\n', '1\tfoo', '7\tfoo')).toMatchObject({ code: 'no_match' });
    expect(failure('foo\n', '     1\tfoo', '     1\ta\n     2')).toMatchObject({ code: 'no_match' });
  });

  test('are taken off each line of the new text that has one', () => {
    expect(edit(file, '     2\tb', '     2\tB\nnew\n     3\tb2').text).toBe('a\nB\nnew\nb2\nc\n');
  });

  test('do not lead to a text in the middle of a line', () => {
    expect(failure('x: app\n', '8080: app', '8080: web')).toMatchObject({ code: 'no_match' });
  });

  test('are not seen in a text that is a number', () => {
    expect(edit(file, 'b', '2').text).toBe('a\n2\nc\n');
    expect(edit(file, 'b', '2: x').text).toBe('a\n2: x\nc\n');
  });

  test('stay where the file has them', () => {
    expect(edit('1: a\n2: b\n', '2: b', '2: B')).toMatchObject({ text: '1: a\n2: B\n', notes: [] });
    expect(edit('7\tx\n8\ty\n', '8\ty', '8\tz\n9\tw').text).toBe('7\tx\n8\tz\n9\tw\n');
  });
});

describe('line ends [FS-3]', () => {
  test('of a CRLF file match \\n and are kept, in new lines too', () => {
    expect(edit('a\r\nb\r\nc\r\n', 'a\nb', 'a\nx\nb').text).toBe('a\r\nx\r\nb\r\nc\r\n');
  });

  test('stay as they are per line where they are mixed', () => {
    expect(edit('a\r\nb\nc\r\nd\n', 'a\nb\nc\nd\n', 'a\nb\nC\nd\n').text).toBe('a\r\nb\nC\r\nd\n');
  });

  test('of lone carriage returns are kept', () => {
    expect(edit('a\rb\rc', 'a\nb', 'x\ny').text).toBe('x\ry\rc');
  });

  test('outside a match are never rewritten', () => {
    expect(edit('a\r\nb\nc\r\n', 'b', 'B').text).toBe('a\r\nB\nc\r\n');
  });

  test('that differ do not make two places one', () => {
    expect(failure('a\r\nb\r\nx\na\nb\n', 'a\nb', 'z')).toMatchObject({ code: 'ambiguous' });
  });

  test('double no indentation in a CRLF file', () => {
    expect(edit('if a:\r\n    b()\r\n', 'if a:\n    b()', 'if a:\n    c()').text).toBe(
      'if a:\r\n    c()\r\n',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { LinedText } from '../../src/editing/lined-text.ts';
import { findInLadder } from '../../src/editing/match/ladder.ts';

/** The level that finds `oldText`, and the text after; `places` where it is not one. */
function edit(text: string, oldText: string, newText = 'NEW') {
  const found = findInLadder(new LinedText(text), { oldText, newText });
  if (!found) return undefined;
  const { level, matches } = found;
  const [match] = matches;
  if (matches.length !== 1 || !match) return { level, places: matches.length };
  return { level, text: text.slice(0, match.start) + match.replacement + text.slice(match.end) };
}

describe('exact [FS-9]', () => {
  test('finds part of a line', () => {
    expect(edit('let a = 1;\n', 'a = 1', 'b = 2')).toEqual({ level: 'exact', text: 'let b = 2;\n' });
  });

  test('takes $& and $1 in the new text literally [FS-10]', () => {
    expect(edit('a b c', 'b', '$& $1 $$')).toEqual({ level: 'exact', text: 'a $& $1 $$ c' });
  });

  test('counts overlapping places', () => {
    expect(edit('aaa', 'aa')).toEqual({ level: 'exact', places: 2 });
  });

  test('wins over a softer match elsewhere', () => {
    expect(edit('a  \nb\na\nb\n', 'a\nb\n', 'x\n')).toEqual({ level: 'exact', text: 'a  \nb\nx\n' });
  });
});

describe('line-trimmed [FS-9]', () => {
  test('overlooks white space at line ends, on either side', () => {
    const after = { level: 'line-trimmed', text: 'NEW\nc\n' };
    expect(edit('a  \nb\t\nc\n', 'a\nb')).toEqual(after);
    expect(edit('a\nb\nc\n', 'a \nb\t')).toEqual(after);
  });

  test('matches a last line that has no line end, and leaves it without', () => {
    expect(edit('a\nb', 'b\n', 'c\n')).toEqual({ level: 'line-trimmed', text: 'a\nc' });
  });

  test('leaves white space of the next line', () => {
    expect(edit('foo1 \n   \nbar\n', 'foo1\n', 'x\n')).toEqual({
      level: 'line-trimmed',
      text: 'x\n   \nbar\n',
    });
  });

  test.each([
    ['const value1 = 1;\n', 'const value '],
    ['foobar baz\n', 'foo\t'],
    ['foobar baz\n', 'foo\u00a0'],
    ['  a()\nb()\n', '  a()\n  '],
    ['a\n        b\n', 'a\n\t'],
    ['x\nfoo\n', '  \nfoo'],
  ])('takes white space at an end of the old text for nothing but such: %j, %j', (text, oldText) => {
    expect(edit(text, oldText)).toBeUndefined();
  });

  test('takes white space at the end of the old text for a line end', () => {
    expect(edit('foo\nbar\n', 'foo  ')).toEqual({ level: 'line-trimmed', text: 'NEW\nbar\n' });
  });

  test('does not match blank text', () => {
    expect(edit('a\n\nb', '   ')).toBeUndefined();
  });

  test('refuses a second place that only softly matches', () => {
    expect(edit('a \nb\nx\na  \nb\n', 'a\nb')).toEqual({ level: 'line-trimmed', places: 2 });
  });
});

describe('whitespace [FS-9]', () => {
  test('overlooks the width of runs inside a line', () => {
    expect(edit('x =  1;\ty\n', 'x = 1; y', 'z')).toEqual({ level: 'whitespace', text: 'z\n' });
  });

  test('keeps what follows a match that ends in white space', () => {
    expect(edit('let  x = 1', 'let x ', 'var x ')).toEqual({ level: 'whitespace', text: 'var x = 1' });
  });

  test('does not join what a space parts, nor part what has none', () => {
    expect(edit('foo( a )\n', 'foo(a)')).toBeUndefined();
    expect(edit('ab\n', 'a b')).toBeUndefined();
  });

  test('never overlooks leading white space', () => {
    expect(edit('\t\t\t\tx = 1\n\tx\n', '\tx  = 1\n')).toBeUndefined();
  });
});

describe('indentation [FS-9]', () => {
  test('finds a block that is one level off and indents the new text like the file', () => {
    const file = 'class A {\n  run() {\n    go();\n  }\n}\n';
    const wanted = 'run() {\n  go();\n}\n';
    expect(edit(file, wanted, 'run() {\n  if (a) {\n    stop();\n  }\n}\n')).toEqual({
      level: 'indentation',
      text: 'class A {\n  run() {\n    if (a) {\n      stop();\n    }\n  }\n}\n',
    });
  });

  test('writes tabs into a tabbed file', () => {
    const file = 'class A {\n\trun() {\n\t\tgo();\n\t}\n}\n';
    expect(edit(file, '    run() {\n        go();\n    }', '    run() {\n        stop();\n    }')).toEqual({
      level: 'indentation',
      text: 'class A {\n\trun() {\n\t\tstop();\n\t}\n}\n',
    });
  });

  test('writes spaces into a spaced file', () => {
    const file = 'if a:\n    b()\n    if c:\n        d()\n';
    expect(edit(file, '\tif c:\n\t\td()', '\tif c:\n\t\te()')).toEqual({
      level: 'indentation',
      text: 'if a:\n    b()\n    if c:\n        e()\n',
    });
  });

  test('leaves a blank line behind it, and its white space', () => {
    expect(
      edit('if x:\n        a1()\n        b1()\n    \nnext\n', '    a1()\n    b1()\n', '    c1()\n'),
    ).toEqual({ level: 'indentation', text: 'if x:\n        c1()\n    \nnext\n' });
  });

  test('finds a block before a line that is less indented', () => {
    const file = 'if x:\n    if y:\n        a1()\n        b1()\n    done\n';
    expect(edit(file, '    a1()\n    b1()\n', '    c1()\n')).toEqual({
      level: 'indentation',
      text: 'if x:\n    if y:\n        c1()\n    done\n',
    });
  });

  test('takes as many blank lines as the old text has, no more and no fewer', () => {
    const file = 'if x:\n    a1()\n\n\n    b1()\n';
    expect(edit(file, '\n      a1()\n')).toBeUndefined();
    expect(edit(file, '      a1()\n\n', '      c1()\n')).toEqual({
      level: 'indentation',
      text: 'if x:\n    c1()\n\n    b1()\n',
    });
    expect(edit(file, '      b1()\n\n')).toBeUndefined();
  });

  test('refuses a new line that has not the indentation to lose', () => {
    const file = 'class A:\n    def f():\n        a()\n';
    expect(edit(file, '        def f():\n            a()\n', '    def f():\nb()\n')).toBeUndefined();
  });

  test('is alone only where no other place is, however many are no whole lines', () => {
    const file = `a:\n    b()\n${'x = b()\n'.repeat(150)}a:\n    b()\n`;
    expect(edit(file, '\tb()\n')).toEqual({ level: 'indentation', places: 2 });
  });

  test('refuses four tabs for one', () => {
    expect(edit('a {\n\tb();\n}\n', '\t\t\t\tb();')).toBeUndefined();
  });

  test('refuses eight spaces more than the file has', () => {
    expect(edit('a:\n    b()\n    c()\n', '            b()\n            c()')).toBeUndefined();
  });

  test('refuses lines that are not all moved alike', () => {
    expect(edit('if a:\n    b()\nc()\n', '    if a:\n        b()\n        c()')).toBeUndefined();
  });
});

describe('unicode [FS-9]', () => {
  test('takes curly quotes, dashes and odd spaces for plain ones', () => {
    expect(edit('say “hi” – it’s\u00a0ok\n', 'say "hi" - it\'s ok', 'no')).toEqual({
      level: 'unicode',
      text: 'no\n',
    });
  });

  test('takes plain ones in the file for curly ones', () => {
    expect(edit('say "hi"\n', 'say “hi”', 'no')).toEqual({ level: 'unicode', text: 'no\n' });
  });

  test('takes composed and decomposed characters for the same', () => {
    expect(edit('x cafe\u0301 y', 'caf\u00e9', 'tea')).toEqual({ level: 'unicode', text: 'x tea y' });
    expect(edit('x caf\u00e9 y', 'cafe\u0301', 'tea')).toEqual({ level: 'unicode', text: 'x tea y' });
  });

  test('does not cut a character from what combines with it', () => {
    expect(edit('caf\u00e9', 'cafe')).toBeUndefined();
    expect(edit('“cafe\u0301', '"cafe')).toBeUndefined();
  });

  test('refuses places that differ only in their quotes', () => {
    expect(edit('“a”\n‘b’\n„a”\n', '"a"')).toEqual({ level: 'unicode', places: 2 });
  });
});

describe('escape [FS-9]', () => {
  test('reads escapes that were typed literally, in both texts', () => {
    expect(edit('a\n\tb "c"\n', 'a\\n\\tb \\"c\\"', 'x\\n\\ty')).toEqual({
      level: 'escape',
      text: 'x\n\ty\n',
    });
  });

  test('leaves escapes in the new text that the old text has none of', () => {
    expect(edit('say "hi"\n', 'say \\"hi\\"', 'say(\\"a\\n\\")')).toEqual({
      level: 'escape',
      text: 'say("a\\n")\n',
    });
  });

  test('leaves an escape that the file has alone', () => {
    expect(edit('print("a\\n")\n', 'print("a\\n")', 'x')).toEqual({ level: 'exact', text: 'x\n' });
  });
});

describe('block-anchor [FS-9]', () => {
  const file = 'function f() {\n  const a = 1;\n\n    const b = 2;\n  return a;\n}\n';

  test('overlooks blank lines and a common indentation of up to a level between equal ends', () => {
    const wanted = 'function f() {\nconst a = 1;\n  const b = 2;\nreturn a;\n}';
    expect(edit(file, wanted, 'f;')).toEqual({ level: 'block-anchor', text: 'f;\n' });
  });

  test('refuses another structure between equal ends', () => {
    const python = 'def f():\n    if a:\n        b()\n        c()\n    return 1\n';
    expect(edit(python, 'def f():\n    if a:\n        b()\n    c()\n    return 1\n')).toBeUndefined();
  });

  test('leaves the blank line behind it', () => {
    expect(edit('a1\n\nb1\nc1\n\nd1\n', 'a1\nb1\nc1\n', 'x\n')).toEqual({
      level: 'block-anchor',
      text: 'x\n\nd1\n',
    });
  });

  test('refuses a line that differs between equal ends', () => {
    const wanted = 'function f() {\n  const a = 1;\n    const b = 99;\n  return a;\n}';
    expect(edit(file, wanted)).toBeUndefined();
  });

  test('refuses a line that is missing between equal ends', () => {
    expect(edit(file, 'function f() {\n  const a = 1;\n  return a;\n}')).toBeUndefined();
    expect(
      edit('/**\n * One.\n */\nfunction f() {\n}\n', '/**\n * Two.\n */\nfunction f() {\n}'),
    ).toBeUndefined();
  });

  test('refuses an interior that is more than a level off', () => {
    expect(edit('a {\n  b\n  c\n}\n', 'a {\n\n          b\n          c\n}')).toBeUndefined();
  });

  test('needs three lines', () => {
    expect(edit('a\n\n\nb\n', 'a\nb')).toBeUndefined();
  });
});

describe('matches that other editors got wrong', () => {
  test('one line never takes a region with it (opencode #24742)', () => {
    const css = Array.from({ length: 300 }, (_, index) => `.c${index} {\n  color: red;\n}\n`).join('');
    expect(edit(css, '.c7 {\n  color: blue;\n}')).toBeUndefined();
  });

  test('a closing brace is no anchor for a block (opencode #14046)', () => {
    const code = 'function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n';
    expect(edit(code, 'function a() {\n  three();\n}')).toBeUndefined();
  });

  test('three lines with a final line end are not similar enough to anything (opencode #14632)', () => {
    expect(edit('start\nwholly\nend\n', 'start\ndifferent\nend\n')).toBeUndefined();
  });

  test('a comment is not matched by its frame (cline #2544)', () => {
    const code = '/**\n * Adds.\n */\nfunction add() {\n  return 1;\n}\n';
    expect(edit(code, '/**\n * Subtracts.\n */\nfunction add() {\n  return 1;\n}')).toBeUndefined();
  });

  test('a changed number inside a block refuses it (Gitlawb/zero #963)', () => {
    expect(edit('f:\n  x = 1\n  y = 2\n  z = 3\ng\n', 'f:\n  x = 1\n  y = 99\n  z = 3\ng')).toBeUndefined();
  });

  test('indentation of an inserted line is kept (patchloom #2453)', () => {
    expect(edit('\ta {\n\t\tb\n\t}\n', 'a {\n\tb\n}', 'a {\n\tb\n\tif {\n\t\tc\n\t}\n}')).toEqual({
      level: 'indentation',
      text: '\ta {\n\t\tb\n\t\tif {\n\t\t\tc\n\t\t}\n\t}\n',
    });
  });
});

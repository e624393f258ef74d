import { describe, expect, test } from 'vitest';
import { adaptLineEnds, lineEnding } from '../../src/index.ts';

describe('line ends', () => {
  test.each([
    ['a\nb\n', { style: '\n', mixed: false }],
    ['a\r\nb\r\n', { style: '\r\n', mixed: false }],
    ['a\rb', { style: '\r', mixed: false }],
    ['a\r\nb\r\nc\n', { style: '\r\n', mixed: true }],
    ['a', undefined],
  ])('of %j are told', (text, expected) => {
    expect(lineEnding(text)).toEqual(expected);
  });

  test('are adapted whatever they are', () => {
    expect(adaptLineEnds('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\r\nd');
  });
});

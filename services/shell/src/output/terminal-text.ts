import { TextScreen } from './text-screen.ts';

const ESC = '\u001b';

// The grammar of ECMA-48: CSI with parameters; the strings OSC, DCS, SOS, PM and APC up to their end; and the short
// ones, such as the choice of a character set. One that is cut off at the end counts as well.
const CSI = `(?:${ESC}\\[|\u009b)([0-?]*)[ -/]*([@-~]|$)`;
const STRING = `${ESC}[\\]PX^_][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\|$)`;
const SHORT = `${ESC}[ -/]*[0-~]?`;
const TOKEN = new RegExp(`${CSI}|${STRING}|${SHORT}|[\\n\\r\\b]|[^\\n\\r\\b${ESC}\u009b]+`, 'g');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const NEEDS_SCREEN = /[\r\b\u001b\u009b]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const SILENT = /[\u0007\u000e\u000f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u0010-\u001f\u007f]/g;
const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = '\u2421';

/**
 * What a terminal would show of an output: colours and titles gone, progress bars in their last state, other control
 * characters (NUL) as pictures (␀).
 */
export function terminalText(output: string): string {
  const plain = output.replaceAll('\r\n', '\n');
  const shown = NEEDS_SCREEN.test(plain) ? showOnScreen(plain) : plain;
  return shown.replace(SILENT, '').replace(UNREADABLE, picture);
}

function showOnScreen(output: string): string {
  const screen = new TextScreen();
  for (const [token, parameters, final] of output.matchAll(TOKEN)) {
    if (final !== undefined) screen.control(final, Number.parseInt(parameters ?? '', 10));
    else if (token === '\n') screen.newLine();
    else if (token === '\r') screen.toColumn(0);
    else if (token === '\b') screen.left(1);
    else if (!token.startsWith(ESC)) screen.write(token);
  }
  return screen.text;
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  return code === 0x7f ? DELETE_PICTURE : String.fromCharCode(CONTROL_PICTURES + code);
}

const SAMPLE = 4096;
const MAX_CONTROL_SHARE = 0.1;
/** In a code page nearly any bytes are valid, so less is believed. */
const MAX_CONTROL_SHARE_OF_CODE_PAGE = 0.05;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted; tab, line ends, form feed, backspace and escape occur in text
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g;
const UNASSIGNED = /[\p{Cn}\p{Co}]/u;
const NEVER_IN_TEXT = /[\0\p{Cs}]/u;

function controlShare(text: string): number {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(CONTROLS)?.length ?? 0) / Math.max(sample.length, 1);
}

/** Whether this can be a text that was marked, or that is valid UTF-8: no NUL, no lone surrogate, few controls. */
export function isText(text: string): boolean {
  return controlShare(text) <= MAX_CONTROL_SHARE && !NEVER_IN_TEXT.test(text);
}

/** Whether a guess at UTF-16 or UTF-32 gave a text: no control at all, only characters that exist. */
export function isLikelyText(text: string): boolean {
  const sample = text.slice(0, SAMPLE).replace(/[\ud800-\udbff]$/, '');
  return (
    controlShare(text) === 0 && !UNASSIGNED.test(sample) && !NEVER_IN_TEXT.test(text) && text[0] !== '\ufeff'
  );
}

/** Whether bytes of unknown encoding can be a text in a code page. */
export function isCodePageText(text: string): boolean {
  return controlShare(text) <= MAX_CONTROL_SHARE_OF_CODE_PAGE && !text.includes('\0');
}

import type { LinedText } from '../lined-text.ts';
import { lineSimilarity } from './similarity.ts';

const MAX_PROBED_LINES = 24;
const WORDS_PER_LINE = 3;
const LEAST_WORD = 3;
/** A probe that stands in more places than this tells nothing. */
const MAX_PLACES = 64;
const MAX_CANDIDATES = 5;
/** Characters of file that all probes together may scan. */
const SCAN_BUDGET = 64_000_000;
const LEAST_SIMILARITY = 0.4;

export interface Nearest {
  startLine: number;
  endLine: number;
  /** 0 to 1. */
  similarity: number;
}

interface Probe {
  text: string;
  /** The line of the wanted text that it stands on, from 0. */
  line: number;
}

/**
 * The lines of a file that look most like a text that is not in it; undefined where nothing is alike.
 * Lines and words of the text vote for where it would start, so the cost grows with the file, not with its square.
 */
export function findNearest(file: LinedText, wanted: string): Nearest | undefined {
  const lines = wanted.replace(/\n$/, '').split('\n');
  const scored = candidateStarts(file, lines).map((startLine) => score(file, lines, startLine));
  const [best] = scored.sort((a, b) => b.similarity - a.similarity);
  return best && best.similarity >= LEAST_SIMILARITY ? best : undefined;
}

function candidateStarts(file: LinedText, lines: string[]): number[] {
  const votes = new Map<number, number>();
  const places = new Map<string, number[]>();
  const affordable = Math.max(1, Math.floor(SCAN_BUDGET / (file.text.length + 1)));
  for (const { text, line } of probesOf(lines).slice(0, affordable)) {
    const found = places.get(text) ?? placesOf(file.text, text);
    places.set(text, found);
    for (const place of found) {
      const start = Math.max(1, file.lineAt(place) - line);
      votes.set(start, (votes.get(start) ?? 0) + text.length);
    }
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return ranked.slice(0, MAX_CANDIDATES).map(([start]) => start);
}

/** Whole lines first, longest first, then the longest words of each. */
function probesOf(lines: string[]): Probe[] {
  const longest = lines
    .map((text, line) => ({ text: text.trim(), line }))
    .filter(({ text }) => text.length >= LEAST_WORD)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MAX_PROBED_LINES);
  return [...longest, ...longest.flatMap(wordProbes)];
}

function wordProbes({ text, line }: Probe): Probe[] {
  const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  return [...words]
    .filter((word) => word.length >= LEAST_WORD)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS_PER_LINE)
    .map((word) => ({ text: word, line }));
}

function placesOf(text: string, probe: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(probe); at !== -1; at = text.indexOf(probe, at + probe.length)) {
    if (places.push(at) > MAX_PLACES) return [];
  }
  return places;
}

function score(file: LinedText, lines: string[], startLine: number): Nearest {
  const endLine = Math.min(file.lineCount, startLine + lines.length - 1);
  let [alike, all] = [0, 0];
  lines.slice(0, MAX_PROBED_LINES).forEach((line, index) => {
    const weight = line.trim().length + 1;
    all += weight;
    if (startLine + index <= endLine) alike += weight * lineSimilarity(line, file.line(startLine + index));
  });
  return { startLine, endLine, similarity: alike / all };
}

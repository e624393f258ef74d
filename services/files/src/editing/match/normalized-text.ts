/** One stretch that was replaced: where it stands in the normalised text, and what it was. */
interface Replaced {
  at: number;
  length: number;
  originalStart: number;
  originalEnd: number;
}

/** Answers what a stretch is replaced by; the stretch itself leaves it as it is. */
export type Replace = (stretch: string, offset: number, text: string) => string;

/** A text in which some stretches were replaced, with the way back to the offsets of the original. */
export class NormalizedText {
  readonly text: string;
  readonly #replaced: readonly Replaced[];

  private constructor(text: string, replaced: readonly Replaced[]) {
    this.text = text;
    this.#replaced = replaced;
  }

  /** `pattern` is global and captures nothing. */
  static of(text: string, pattern: RegExp, replace: Replace): NormalizedText {
    const replaced: Replaced[] = [];
    let saved = 0;
    const normalized = text.replace(pattern, (stretch: string, offset: number) => {
      const by = replace(stretch, offset, text);
      if (by === stretch) return stretch;
      const originalEnd = offset + stretch.length;
      replaced.push({ at: offset - saved, length: by.length, originalStart: offset, originalEnd });
      saved += stretch.length - by.length;
      return by;
    });
    return new NormalizedText(normalized, replaced);
  }

  /** The original's offset of a boundary, behind what was deleted there; undefined inside a replaced stretch. */
  toOriginal(offset: number): number | undefined {
    const last = this.#lastUpTo(offset);
    if (!last) return offset;
    const into = offset - last.at;
    if (into >= last.length) return last.originalEnd + into - last.length;
    return into === 0 ? last.originalStart : undefined;
  }

  /** The original's offset of a boundary, before what was deleted there; undefined inside a replaced stretch. */
  endInOriginal(offset: number): number | undefined {
    const last = this.#lastUpTo(offset - 1);
    if (!last) return offset;
    const into = offset - last.at;
    return into >= last.length ? last.originalEnd + into - last.length : undefined;
  }

  #lastUpTo(offset: number): Replaced | undefined {
    let low = 0;
    let high = this.#replaced.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#replaced[middle]?.at ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#replaced[low - 1];
  }
}

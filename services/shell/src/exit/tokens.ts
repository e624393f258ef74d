/** A piece of a shell command: an operator, or a word with its quotes removed. */
export type Token = { kind: 'operator'; text: string } | { kind: 'word'; text: string };

const OPERATORS = [
  '&&',
  '||',
  ';;',
  '|&',
  '&>>',
  '&>',
  '<<-',
  '<<<',
  '<<',
  '<(',
  '>(',
  '<&',
  '>&',
  '<>',
  '>>',
  '>|',
];
const SINGLES = ';|&()<>\n';

/**
 * Splits a command into tokens, mindful of quotes, escapes, comments, nested substitutions and here-documents. What
 * is substituted stays as it is written.
 */
export function tokenize(command: string): Token[] {
  return new Tokenizer(command).read();
}

class Tokenizer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  readonly #documents: string[] = [];
  #at = 0;
  #word: string | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Token[] {
    while (this.#at < this.#source.length) this.#step();
    this.#endWord();
    return this.#tokens;
  }

  #step(): void {
    const character = this.#source.charAt(this.#at);
    if (character === '\\') this.#escape();
    else if (character === "'") this.#take(this.#endOfQuote("'"), 1);
    else if (character === '"' || character === '`') this.#take(this.#endOfSpan(this.#at + 1, character), 1);
    else if (character === '$' && /[({]/.test(this.#source.charAt(this.#at + 1))) this.#substitution();
    else if (character === '#' && this.#word === undefined) this.#at = this.#endOfLine();
    else if (character === ' ' || character === '\t') this.#space();
    else if (SINGLES.includes(character)) this.#operator();
    else this.#take(this.#at + 1, 0);
  }

  #escape(): void {
    if (this.#source.charAt(this.#at + 1) !== '\n')
      this.#word = (this.#word ?? '') + this.#source.charAt(this.#at + 1);
    this.#at += 2;
  }

  /** Adds the source up to `end` to the word, without `quote` characters on both sides. */
  #take(end: number, quote: number): void {
    this.#word = (this.#word ?? '') + this.#source.slice(this.#at + quote, end - quote);
    this.#at = end;
  }

  #substitution(): void {
    const close = this.#source.charAt(this.#at + 1) === '(' ? ')' : '}';
    this.#take(this.#endOfSpan(this.#at + 2, close), 0);
  }

  #space(): void {
    this.#endWord();
    this.#at += 1;
  }

  #operator(): void {
    // A number right before a redirection is the descriptor, no word.
    if (/[<>]/.test(this.#source.charAt(this.#at)) && /^\d+$/.test(this.#word ?? '')) this.#word = undefined;
    this.#endWord();
    const text =
      OPERATORS.find((operator) => this.#source.startsWith(operator, this.#at)) ??
      this.#source.charAt(this.#at);
    this.#tokens.push({ kind: 'operator', text });
    this.#at += text.length;
    if (text === '\n') this.#skipDocuments();
    if (text === '<(' || text === '>(') this.#at = this.#endOfSpan(this.#at, ')');
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    const before = this.#tokens.at(-1);
    if (before?.kind === 'operator' && /^<<-?$/.test(before.text)) this.#documents.push(this.#word);
    this.#tokens.push({ kind: 'word', text: this.#word });
    this.#word = undefined;
  }

  #skipDocuments(): void {
    for (const delimiter of this.#documents.splice(0)) {
      for (let isLast = false; !isLast && this.#at < this.#source.length; ) {
        const end = this.#endOfLine();
        isLast = this.#source.slice(this.#at, end).replace(/^\t+/, '') === delimiter;
        this.#at = end + 1;
      }
    }
  }

  #endOfLine(): number {
    const end = this.#source.indexOf('\n', this.#at);
    return end === -1 ? this.#source.length : end;
  }

  #endOfQuote(quote: string): number {
    const end = this.#source.indexOf(quote, this.#at + 1);
    return end === -1 ? this.#source.length + 1 : end + 1;
  }

  /** Where the span that `close` ends is over, with what is nested and quoted in it. */
  #endOfSpan(from: number, close: string): number {
    for (let at = from; at < this.#source.length; at++) {
      const character = this.#source.charAt(at);
      if (character === close) return at + 1;
      at = this.#endOfNested(at, character, close) - 1;
    }
    return this.#source.length + (close === '"' || close === '`' ? 1 : 0);
  }

  #endOfNested(at: number, character: string, close: string): number {
    const next = this.#source.charAt(at + 1);
    if (character === '\\') return at + 2;
    if (character === '$' && next === '(') return this.#endOfSpan(at + 2, ')');
    if (character === '$' && next === '{') return this.#endOfSpan(at + 2, '}');
    if (character === '`') return this.#endOfSpan(at + 1, '`');
    if (close === '"' || close === '`') return at + 1;
    if (character === '(' && close === ')') return this.#endOfSpan(at + 1, ')');
    if (character === '"') return this.#endOfSpan(at + 1, '"');
    if (character !== "'") return at + 1;
    const end = this.#source.indexOf("'", at + 1);
    return end === -1 ? this.#source.length : end + 1;
  }
}

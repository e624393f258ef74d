import { type Token, tokenize } from './tokens.ts';

/** A pipeline of a list, each of its commands as words; `after` is the operator before it, `;` for a line end. */
export interface Statement {
  after: ';' | '&&' | '||' | '&';
  isNegated: boolean;
  commands: string[][];
}

const COMPOUND = /^(if|then|elif|else|fi|while|until|for|select|case|esac|do|done|function|coproc)$/;
const REDIRECTION = /^(&>>?|<<-|<<<?|<&|>&|<>|>>|>\||<|>|<\(|>\()$/;

/**
 * Reads a command as a list of pipelines, with groups in parentheses or braces flattened. Undefined for a loop, a
 * condition, a function, or what it cannot follow: then nobody should guess which command set the exit code.
 */
export function parseStatements(command: string): Statement[] | undefined {
  const reader = new StatementReader(withoutRedirections(tokenize(command)));
  return reader.read() ? reader.statements : undefined;
}

function withoutRedirections(tokens: Token[]): Token[] {
  const isRedirection = (token: Token | undefined) =>
    token?.kind === 'operator' && REDIRECTION.test(token.text);
  return tokens.filter((token, index) => !isRedirection(token) && !isTarget(tokens[index - 1]));

  // After `<(…)`, which the tokenizer passes over, stands no target.
  function isTarget(before: Token | undefined): boolean {
    return isRedirection(before) && !before?.text.endsWith('(');
  }
}

class StatementReader {
  readonly statements: Statement[] = [];
  readonly #tokens: Token[];
  #after: Statement['after'] = ';';
  #commands: string[][] = [];
  #words: string[] = [];

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  /** False when it met something that it cannot follow. */
  read(): boolean {
    const isRead = this.#tokens.every(({ kind, text }, index) => {
      if (this.#words[0] === '[[' && this.#words.at(-1) !== ']]') return this.#addWord(text);
      return kind === 'word' ? this.#readWord(text) : this.#readOperator(text, index);
    });
    return isRead && this.#endStatement(';');
  }

  #readWord(text: string): boolean {
    const isFirst = this.#words.length === 0;
    if (isFirst && COMPOUND.test(text)) return false;
    return isFirst && (text === '{' || text === '}') ? true : this.#addWord(text);
  }

  #readOperator(text: string, index: number): boolean {
    if (text === '(') return this.#isGroupAt(index);
    if (text === ')') return this.#endCommand();
    // What a group pipes out, and into which of its commands, is beyond a flat list.
    if (text === '|' || text === '|&') return this.#tokens[index - 1]?.text !== ')' && this.#endCommand();
    if (text === '&&' || text === '||' || text === '&') return this.#endStatement(text);
    return (text === ';' || text === '\n') && this.#endStatement(';');
  }

  // No function, no group behind a pipe, no arithmetic.
  #isGroupAt(index: number): boolean {
    const isStart = this.#words.length === 0 && this.#commands.length === 0;
    return isStart && this.#tokens[index + 1]?.text !== '(';
  }

  #addWord(text: string): boolean {
    this.#words.push(text);
    return true;
  }

  #endCommand(): boolean {
    if (this.#words.length > 0) this.#commands.push(this.#words);
    this.#words = [];
    return true;
  }

  #endStatement(operator: Statement['after']): boolean {
    this.#endCommand();
    const commands = this.#commands;
    this.#commands = [];
    if (commands.length === 0) return true;
    const isNegated = commands[0]?.[0] === '!';
    if (isNegated) commands[0]?.shift();
    this.statements.push({ after: this.#after, isNegated, commands });
    this.#after = operator;
    return true;
  }
}

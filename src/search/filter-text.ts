/**
 * The text syntax of filters:
 *
 *   category = books and (price < 20 or not tags in (old, "second hand"))
 *
 * Instead of a field, `distance(location, 52.5, 13.4)` is its distance in metres or with
 * a unit (`< 5km`), and `box(location, 52.3, 13.1, 52.7, 13.8)` says whether it is in a box.
 *
 * Comparisons are =, !=, <, <=, > and >=, `in` with a list, `exists` and `missing`.
 * `and` binds tighter than `or`. A value is a number, true, false, null, or a text,
 * which needs quotes if it has other characters than letters, digits and . _ - + : /
 * or reads as one of the others. So does a field.
 */

import type { Filter } from "../api/filter.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { Scalar } from "../index/columns/index.ts";

/** Maximum nesting of parentheses and `not`. */
const MAX_DEPTH = 20;

const COMPARISONS: Readonly<Record<string, string>> = {
  "=": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

/**
 * Parses a filter. `BAD_ARGUMENT` with the character of an error, `LIMIT_EXCEEDED`
 * for deep nesting.
 */
export function parseFilterText(text: string): Filter {
  const parser = new FilterParser(text);
  const filter = parser.parseOr(0);
  parser.expectEnd();
  return filter;
}

interface Token {
  readonly kind: "word" | "text" | "sign" | "end";
  readonly text: string;
  /** Offset of the token, from 0. */
  readonly at: number;
}

const TOKEN =
  /\s*(?:(?<sign>[()=,]|!=|<=|>=|<|>)|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<word>[\p{L}\p{M}\p{N}._+:/-]+))/uy;

class FilterParser {
  readonly #text: string;
  #next: Token;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#readToken();
  }

  /** Filters joined by `or`. */
  parseOr(depth: number): Filter {
    const parts = [this.#parseAnd(depth)];
    while (this.#takeWord("or")) parts.push(this.#parseAnd(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { or: parts };
  }

  expectEnd(): void {
    if (this.#next.kind !== "end") throw this.#createError("and, or or the end");
  }

  #parseAnd(depth: number): Filter {
    const parts = [this.#parseOperand(depth)];
    while (this.#takeWord("and")) parts.push(this.#parseOperand(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { and: parts };
  }

  #parseOperand(depth: number): Filter {
    if (depth > MAX_DEPTH) {
      throw new TermwiseError(
        "LIMIT_EXCEEDED",
        `a filter must not be nested more than ${MAX_DEPTH} deep (character ${this.#next.at + 1})`,
      );
    }
    if (this.#takeWord("not")) return { not: this.#parseOperand(depth + 1) };
    if (this.#takeSign("(")) {
      const inner = this.parseOr(depth + 1);
      if (!this.#takeSign(")")) throw this.#createError('")"');
      return inner;
    }
    return this.#parseComparison();
  }

  #parseComparison(): Filter {
    const field = this.#next;
    const isName = field.kind === "word" ? !isKeyword(field.text) : field.kind === "text";
    if (!isName) throw this.#createError("a field");
    this.#advance();
    const name = this.#parseFunction(field) ?? field.text;
    if (this.#takeWord("exists")) return { [name]: { exists: true } };
    if (this.#takeWord("missing")) return { [name]: { exists: false } };
    if (this.#takeWord("in")) return { [name]: { in: this.#parseList() } };
    const operator = this.#next.kind === "sign" ? COMPARISONS[this.#next.text] : undefined;
    if (operator === undefined) {
      if (name !== field.text && field.text === "box") return { [name]: true };
      throw this.#createError("=, !=, <, <=, >, >=, in, exists or missing");
    }
    this.#advance();
    return { [name]: { [operator]: this.#parseValue() } };
  }

  /** The name of a function such as `distance(location, 52.5, 13.4)`; undefined where none begins. */
  #parseFunction({ kind, text }: Token): string | undefined {
    const isFunction = kind === "word" && (text === "distance" || text === "box");
    if (!isFunction || this.#next.kind !== "sign" || this.#next.text !== "(") return undefined;
    return `${text}(${this.#parseList().join(", ")})`;
  }

  #parseList(): Scalar[] {
    if (!this.#takeSign("(")) throw this.#createError('"(" and a list of values');
    const values: Scalar[] = [];
    do values.push(this.#parseValue());
    while (this.#takeSign(","));
    if (!this.#takeSign(")")) throw this.#createError('"," or ")"');
    return values;
  }

  #parseValue(): Scalar {
    const { kind, text } = this.#next;
    if (kind !== "word" && kind !== "text") throw this.#createError("a value");
    this.#advance();
    if (kind === "text") return text;
    if (text === "true" || text === "false") return text === "true";
    if (text === "null") return null;
    return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }

  #takeWord(word: string): boolean {
    const isNext = this.#next.kind === "word" && this.#next.text.toLowerCase() === word;
    if (isNext) this.#advance();
    return isNext;
  }

  #takeSign(sign: string): boolean {
    const isNext = this.#next.kind === "sign" && this.#next.text === sign;
    if (isNext) this.#advance();
    return isNext;
  }

  #advance(): void {
    this.#next = this.#readToken();
  }

  #readToken(): Token {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (match === null) {
      const at = this.#text.length - this.#text.slice(this.#at).trimStart().length;
      if (at === this.#text.length) return { kind: "end", text: "", at };
      throw createSyntaxError(
        at,
        `${quote(this.#text.slice(at, at + 20))} is neither a word nor a sign`,
      );
    }
    this.#at = TOKEN.lastIndex;
    const { sign, double, single, word } = match.groups ?? {};
    const at = this.#at - match[0].trimStart().length;
    if (sign !== undefined) return { kind: "sign", text: sign, at };
    if (word !== undefined) return { kind: "word", text: word, at };
    return { kind: "text", text: (double ?? single ?? "").replaceAll(/\\(.)/gsu, "$1"), at };
  }

  #createError(expectation: string): TermwiseError {
    const { kind, text, at } = this.#next;
    return createSyntaxError(
      at,
      `expected ${expectation}, got ${kind === "end" ? "the end" : quote(text)}`,
    );
  }
}

/** Words that are field names only in quotes. */
function isKeyword(word: string): boolean {
  return ["and", "or", "not", "in"].includes(word.toLowerCase());
}

function createSyntaxError(at: number, reason: string): TermwiseError {
  return badArgument(`the filter is wrong at character ${at + 1}: ${reason}`, { at: at + 1 });
}

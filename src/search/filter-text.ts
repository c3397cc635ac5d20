/**
 * Filters as people type them:
 *
 *   category = books and (price < 20 or not tags in (old, "second hand"))
 *
 * Comparisons are =, !=, <, <=, > and >=, `in` with a list, `exists` and
 * `missing`. `and` binds tighter than `or`. A value is a number, true, false,
 * null, or a text, which needs quotes if it has other characters than letters,
 * digits and . _ - + : / or reads as one of the others. So does a field.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { Filter } from "./filter.ts";

/** Parentheses and `not` inside one another. */
const DEEPEST = 20;

const COMPARISONS: Readonly<Record<string, string>> = {
  "=": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

/** Reads a filter. `BAD_ARGUMENT` says at which character it is wrong, `LIMIT_EXCEEDED` that it is too deep. */
export function parseFilterText(text: string): Filter {
  const parser = new FilterParser(text);
  const filter = parser.either(0);
  parser.end();
  return filter;
}

interface Token {
  readonly kind: "word" | "text" | "sign" | "end";
  readonly text: string;
  /** Where it begins, from 0. */
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
    this.#next = this.#token();
  }

  /** Filters with `or` between them. */
  either(depth: number): Filter {
    const parts = [this.#all(depth)];
    while (this.#takeWord("or")) parts.push(this.#all(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { or: parts };
  }

  end(): void {
    if (this.#next.kind !== "end") throw this.#expected("and, or or the end");
  }

  #all(depth: number): Filter {
    const parts = [this.#one(depth)];
    while (this.#takeWord("and")) parts.push(this.#one(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { and: parts };
  }

  #one(depth: number): Filter {
    if (depth > DEEPEST) {
      throw new TermwiseError(
        "LIMIT_EXCEEDED",
        `a filter must not be nested more than ${DEEPEST} deep (character ${this.#next.at + 1})`,
      );
    }
    if (this.#takeWord("not")) return { not: this.#one(depth + 1) };
    if (this.#takeSign("(")) {
      const inner = this.either(depth + 1);
      if (!this.#takeSign(")")) throw this.#expected('")"');
      return inner;
    }
    return this.#comparison();
  }

  #comparison(): Filter {
    const field = this.#next;
    const isName = field.kind === "word" ? !isKeyword(field.text) : field.kind === "text";
    if (!isName) throw this.#expected("a field");
    this.#advance();
    if (this.#takeWord("exists")) return { [field.text]: { exists: true } };
    if (this.#takeWord("missing")) return { [field.text]: { exists: false } };
    if (this.#takeWord("in")) return { [field.text]: { in: this.#list() } };
    const operator = this.#next.kind === "sign" ? COMPARISONS[this.#next.text] : undefined;
    if (operator === undefined) throw this.#expected("=, !=, <, <=, >, >=, in, exists or missing");
    this.#advance();
    return { [field.text]: { [operator]: this.#value() } };
  }

  #list(): Scalar[] {
    if (!this.#takeSign("(")) throw this.#expected('"(" and a list of values');
    const values: Scalar[] = [];
    do values.push(this.#value());
    while (this.#takeSign(","));
    if (!this.#takeSign(")")) throw this.#expected('"," or ")"');
    return values;
  }

  #value(): Scalar {
    const { kind, text } = this.#next;
    if (kind !== "word" && kind !== "text") throw this.#expected("a value");
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
    this.#next = this.#token();
  }

  #token(): Token {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (found === null) {
      const at = this.#text.length - this.#text.slice(this.#at).trimStart().length;
      if (at === this.#text.length) return { kind: "end", text: "", at };
      throw wrongAt(at, `${quote(this.#text.slice(at, at + 20))} is neither a word nor a sign`);
    }
    this.#at = TOKEN.lastIndex;
    const { sign, double, single, word } = found.groups ?? {};
    const at = this.#at - found[0].trimStart().length;
    if (sign !== undefined) return { kind: "sign", text: sign, at };
    if (word !== undefined) return { kind: "word", text: word, at };
    return { kind: "text", text: (double ?? single ?? "").replaceAll(/\\(.)/gsu, "$1"), at };
  }

  #expected(what: string): TermwiseError {
    const { kind, text, at } = this.#next;
    return wrongAt(at, `expected ${what}, got ${kind === "end" ? "the end" : quote(text)}`);
  }
}

/** Words that are fields only in quotes. */
function isKeyword(word: string): boolean {
  return ["and", "or", "not", "in"].includes(word.toLowerCase());
}

function wrongAt(at: number, reason: string): TermwiseError {
  return badArgument(`the filter is wrong at character ${at + 1}: ${reason}`, { at: at + 1 });
}

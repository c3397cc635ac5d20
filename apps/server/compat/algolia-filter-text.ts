/**
 * The parameter `filters` of Algolia's clients, a text:
 *
 *   category:Book AND (price < 10 OR NOT brand:"Acme & Co") AND year:1990 TO 2000
 *
 * Operators are in capital letters; AND binds tighter than OR. Names and values with spaces or other
 * signs are in quotes. A value without a name is a tag.
 */

import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Filter } from "../../../src/index.ts";
import { createFacetFilter, type FieldTypes } from "./algolia-facet-filter.ts";

/** Maximum nesting of parentheses and NOT. */
const MAX_DEPTH = 20;

const COMPARISONS: Readonly<Record<string, string>> = {
  "=": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

const TOKEN =
  /\s*(?:(?<sign>[():]|!=|<=|>=|<|>|=)|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<word>[^\s():<>=!"']+))/uy;

interface Token {
  readonly kind: "word" | "text" | "sign" | "end";
  readonly text: string;
  /** Offset of the token, from 0. */
  readonly at: number;
}

/** Parses a filter. `BAD_ARGUMENT` with the character of an error, `LIMIT_EXCEEDED` for deep nesting. */
export function parseAlgoliaFilterText(text: string, types: FieldTypes): Filter {
  return new AlgoliaFilterParser(text, types).parse();
}

class AlgoliaFilterParser {
  readonly #text: string;
  readonly #types: FieldTypes;
  #next: Token;
  #at = 0;

  constructor(text: string, types: FieldTypes) {
    this.#text = text;
    this.#types = types;
    this.#next = this.#readToken();
  }

  parse(): Filter {
    const filter = this.#parseOr(0);
    if (this.#next.kind !== "end") throw this.#createError("AND, OR or the end");
    return filter;
  }

  #parseOr(depth: number): Filter {
    const parts = [this.#parseAnd(depth)];
    while (this.#take("word", "OR")) parts.push(this.#parseAnd(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { or: parts };
  }

  #parseAnd(depth: number): Filter {
    const parts = [this.#parseOperand(depth)];
    while (this.#take("word", "AND")) parts.push(this.#parseOperand(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { and: parts };
  }

  #parseOperand(depth: number): Filter {
    if (depth > MAX_DEPTH) {
      throw new TermwiseError(
        "LIMIT_EXCEEDED",
        `filters must not be nested more than ${MAX_DEPTH} deep (character ${this.#next.at + 1})`,
      );
    }
    if (this.#take("word", "NOT")) return { not: this.#parseOperand(depth + 1) };
    if (this.#take("sign", "(")) {
      const inner = this.#parseOr(depth + 1);
      if (!this.#take("sign", ")")) throw this.#createError('")"');
      return inner;
    }
    return this.#parseCondition();
  }

  #parseCondition(): Filter {
    const name = this.#takeText("a name");
    if (this.#take("sign", ":")) return this.#parseFacet(name);
    const operator = this.#next.kind === "sign" ? COMPARISONS[this.#next.text] : undefined;
    if (operator === undefined) return createFacetFilter("_tags", name, this.#types);
    this.#advance();
    return { [name]: { [operator]: this.#takeNumber() } };
  }

  /** After the colon: a value, or two numbers with TO between them. */
  #parseFacet(name: string): Filter {
    const isWord = this.#next.kind === "word";
    const value = this.#takeText("a value");
    if (!this.#take("word", "TO")) {
      if (isWord && this.#next.kind === "sign" && this.#next.text === "<")
        throw badArgument(`scores of filters are not supported (character ${this.#next.at + 1})`);
      return createFacetFilter(name, isWord ? unescapeMinus(value) : value, this.#types);
    }
    const from = Number(value);
    if (!Number.isFinite(from))
      throw badArgument(`a range begins with a number, got ${quote(value)}`);
    return { [name]: { gte: from, lte: this.#takeNumber() } };
  }

  #takeText(expectation: string): string {
    const { kind, text } = this.#next;
    const isOperator = kind === "word" && ["AND", "OR", "NOT"].includes(text);
    if ((kind !== "word" && kind !== "text") || isOperator) throw this.#createError(expectation);
    this.#advance();
    return text;
  }

  #takeNumber(): number {
    const { kind, text } = this.#next;
    const value = kind === "word" ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) throw this.#createError("a number");
    this.#advance();
    return value;
  }

  #take(kind: Token["kind"], text: string): boolean {
    const isNext = this.#next.kind === kind && this.#next.text === text;
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
      throw createSyntaxError(at, `${quote(this.#text.slice(at, at + 20))} is not closed`);
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
    const got = kind === "end" ? "the end" : quote(text);
    return createSyntaxError(at, `expected ${expectation}, got ${got}`);
  }
}

/** A minus that begins a value may be escaped, because it negates in other parameters. */
function unescapeMinus(value: string): string {
  return value.startsWith("\\-") ? value.slice(1) : value;
}

function createSyntaxError(at: number, reason: string): TermwiseError {
  return badArgument(`filters are wrong at character ${at + 1}: ${reason}`, { at: at + 1 });
}

/**
 * Queries of OpenSearch as ours: `match`, `multi_match`, `term`, `terms`, `range`,
 * `match_all` and `bool` of them. A query whose results would differ in kind is
 * rejected.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Filter, Scalar } from "../../../src/search/index.ts";

/** A query of this server. */
export interface ParsedQuery {
  readonly query: string;
  readonly syntax: boolean;
  readonly filter?: Filter;
  readonly fields?: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const WORDS = /[\p{L}\p{N}]+/gu;
const RANGE = ["lt", "lte", "gt", "gte"];

interface Parts {
  readonly words: string[];
  readonly filters: Filter[];
  readonly fields: Set<string>;
  syntax: boolean;
}

/** The query of a request's `query`. */
export function parseOpenSearchQuery(input: unknown): ParsedQuery {
  const parts: Parts = { words: [], filters: [], fields: new Set(), syntax: false };
  const [kind, inner] = readOnlyEntry(input, "query");
  if (kind === "bool") readBool(readObject(inner, "bool"), parts);
  else if (kind !== "match_all") parts.words.push(readText(kind, inner, parts).text);
  const { words, filters, fields, syntax } = parts;
  return {
    query: words.join(" "),
    syntax,
    ...(filters.length === 0 ? {} : { filter: { and: filters } }),
    ...(fields.size === 0 ? {} : { fields: [...fields] }),
  };
}

function readBool(bool: Json, parts: Parts): void {
  const allowedKeys = ["must", "should", "filter", "must_not", "minimum_should_match", "boost"];
  for (const name of Object.keys(bool)) {
    if (!allowedKeys.includes(name)) throw badArgument(`bool has no ${quote(name)}`);
  }
  const must = toList(bool.must);
  const should = toList(bool.should);
  for (const each of toList(bool.filter)) parts.filters.push(readFilter(each));
  const isAlone = must.length === 1 && should.length === 0;
  for (const each of must) {
    const [kind, inner] = readOnlyEntry(each, "must");
    if (kind === "match_all") continue;
    const { text, isAnd } = readText(kind, inner, parts);
    const words = text.match(WORDS) ?? [];
    if (isAlone && !isAnd) parts.words.push(text);
    else if (isAnd || words.length <= 1) {
      parts.words.push(...words.map((word) => `+${word}`));
      parts.syntax = true;
    } else {
      throw badArgument(
        `must with several clauses needs a match of one word, or operator "and", got ${quote(text)}`,
      );
    }
  }
  for (const each of should)
    parts.words.push(readText(...readOnlyEntry(each, "should"), parts).text);
  for (const each of toList(bool.must_not)) {
    const [kind, inner] = readOnlyEntry(each, "must_not");
    if (kind === "match" || kind === "multi_match") {
      const { text } = readText(kind, inner, parts);
      parts.words.push(...(text.match(WORDS) ?? []).map((word) => `-${word}`));
      parts.syntax = true;
    } else parts.filters.push({ not: readFilter(each) });
  }
  // Words beside operators must not become operators themselves.
  if (parts.syntax) {
    for (const [i, word] of parts.words.entries()) {
      if (!/^[+-][\p{L}\p{N}]+$/u.test(word)) parts.words[i] = (word.match(WORDS) ?? []).join(" ");
    }
  }
}

/** The text of a clause that scores. */
function readText(kind: string, inner: unknown, parts: Parts): { text: string; isAnd: boolean } {
  if (kind === "multi_match") {
    const { query, fields, operator } = readObject(inner, "multi_match");
    for (const field of toList(fields)) parts.fields.add(String(field).split("^", 1)[0] ?? "");
    return { text: readString(query, "multi_match.query"), isAnd: isAnd(operator) };
  }
  if (kind === "match" || kind === "term" || kind === "match_phrase") {
    const [field, value] = readOnlyEntry(inner, kind);
    parts.fields.add(field);
    const isText = typeof value === "string" || typeof value === "number";
    const {
      query,
      value: term,
      operator,
    } = isText ? ({ query: value } as Json) : readObject(value, kind);
    const text = readString(query ?? term, `${kind}.${field}`);
    if (kind !== "match_phrase") return { text, isAnd: isAnd(operator) };
    parts.syntax = true;
    return { text: `"${text.replaceAll('"', " ")}"`, isAnd: false };
  }
  throw badArgument(
    `the query ${quote(kind)} is not supported; there are match, match_phrase, multi_match, term, match_all and bool`,
  );
}

function readFilter(input: unknown): Filter {
  const [kind, inner] = readOnlyEntry(input, "filter");
  if (kind === "bool") {
    const { must, filter, should, must_not } = readObject(inner, "bool");
    const either = toList(should).map(readFilter);
    const not = toList(must_not).map((each): Filter => ({ not: readFilter(each) }));
    const all = [...toList(must), ...toList(filter)].map(readFilter);
    return { and: [...all, ...not, ...(either.length === 0 ? [] : [{ or: either }])] };
  }
  const [field, value] = readOnlyEntry(inner, kind);
  if (kind === "term") {
    const isObject = typeof value === "object" && value !== null;
    return { [field]: (isObject ? (value as Json).value : value) as Scalar };
  }
  if (kind === "terms") return { [field]: { in: toList(value) as Scalar[] } };
  if (kind === "range") {
    const bounds = readObject(value, "range");
    for (const name of Object.keys(bounds)) {
      if (!RANGE.includes(name))
        throw badArgument(`a range has ${RANGE.join(", ")}, got ${quote(name)}`);
    }
    return { [field]: bounds as Record<string, number> };
  }
  throw badArgument(
    `the filter ${quote(kind)} is not supported; there are term, terms, range and bool`,
  );
}

function readOnlyEntry(input: unknown, label: string): [string, unknown] {
  const entries = Object.entries(readObject(input, label));
  const [entry] = entries;
  if (entry !== undefined && entries.length === 1) return entry;
  throw badArgument(`${label} must be an object with one property, got ${entries.length}`);
}

function readObject(input: unknown, label: string): Json {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (isObject) return input as Json;
  throw badArgument(`${label} must be an object`);
}

function toList(input: unknown): readonly unknown[] {
  if (input === undefined) return [];
  return Array.isArray(input) ? input : [input];
}

function readString(input: unknown, label: string): string {
  if (typeof input === "string") return input;
  if (typeof input === "number" || typeof input === "boolean") return String(input);
  throw badArgument(`${label} must be a text`);
}

function isAnd(operator: unknown): boolean {
  return typeof operator === "string" && operator.toLowerCase() === "and";
}

/**
 * Queries of OpenSearch as ours: `match`, `multi_match`, `term`, `terms`, `range`,
 * `match_all`, filters by places and `bool` of them. A query whose results would differ in kind is
 * rejected, and so is an option that is not supported.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Filter, Scalar } from "../../../src/index.ts";
import { parseGeoBox, parseGeoDistance } from "./opensearch-geo.ts";
import {
  checkOptionNames,
  type Json,
  readObject,
  readOnlyEntry,
  toList,
} from "./opensearch-json.ts";

/** A query of this server. */
export interface ParsedQuery {
  readonly query: string;
  readonly syntax: boolean;
  readonly filter?: Filter;
  readonly fields?: readonly string[];
  readonly fuzzy?: Fuzzy;
}

/** Typos per word: none, by the length of the word, or at most this many. */
type Fuzzy = boolean | 1 | 2;

const WORDS = /[\p{L}\p{N}]+/gu;
const RANGE = ["lt", "lte", "gt", "gte"];

/** Options of the clauses that score. */
const CLAUSE_OPTIONS = {
  match: ["query", "operator", "fuzziness"],
  multi_match: ["query", "fields", "operator", "fuzziness", "type"],
  match_phrase: ["query"],
  term: ["value"],
} as const;

interface QueryPart {
  readonly text: string;
  /** True for text of our query syntax, false for words. */
  readonly isSyntax: boolean;
}

interface Parts {
  readonly words: QueryPart[];
  readonly filters: Filter[];
  readonly fields: Set<string>;
  /** Of the clauses so far. */
  readonly fuzzy: Set<Fuzzy>;
}

/** The query of a request's `query`. */
export function parseOpenSearchQuery(input: unknown): ParsedQuery {
  const parts: Parts = { words: [], filters: [], fields: new Set(), fuzzy: new Set() };
  const [kind, inner] = readOnlyEntry(input, "query");
  readBool(kind === "bool" ? readObject(inner, "bool") : { must: [input] }, parts);
  const { words, filters, fields, fuzzy } = parts;
  if (fuzzy.size > 1) throw badArgument("all clauses must have the same fuzziness");
  const syntax = words.some(({ isSyntax }) => isSyntax);
  // Words beside operators must not become operators themselves.
  const texts = words.map(({ text, isSyntax }) =>
    syntax && !isSyntax ? (text.match(WORDS) ?? []).join(" ") : text,
  );
  const [typos = false] = fuzzy;
  return {
    query: texts.join(" "),
    syntax,
    ...(typos === false ? {} : { fuzzy: typos }),
    ...(filters.length === 0 ? {} : { filter: { and: filters } }),
    ...(fields.size === 0 ? {} : { fields: [...fields] }),
  };
}

function readBool(bool: Json, parts: Parts): void {
  checkOptionNames(bool, "bool", ["must", "should", "filter", "must_not", "minimum_should_match"]);
  const must = toList(bool.must);
  const should = toList(bool.should);
  checkMinimum(bool.minimum_should_match, must.length === 0);
  for (const each of toList(bool.filter)) parts.filters.push(readFilter(each));
  const isAlone = must.length === 1 && should.length === 0;
  for (const each of must) {
    const [kind, inner] = readOnlyEntry(each, "must");
    if (kind === "match_all") continue;
    const clause = readClause(kind, inner, parts);
    const words = clause.text.match(WORDS) ?? [];
    if (isAlone && !clause.isAnd) parts.words.push(clause);
    else if (!clause.isSyntax && (clause.isAnd || words.length <= 1)) {
      parts.words.push(...words.map((word) => ({ text: `+${word}`, isSyntax: true })));
    } else {
      throw badArgument(
        `must with several clauses needs a match of one word, or operator "and", got ${quote(clause.text)}`,
      );
    }
  }
  for (const each of should) {
    const clause = readClause(...readOnlyEntry(each, "should"), parts);
    if (clause.isAnd) throw badArgument(`operator "and" is not supported inside should`);
    parts.words.push(clause);
  }
  for (const each of toList(bool.must_not)) {
    const [kind, inner] = readOnlyEntry(each, "must_not");
    if (kind === "match" || kind === "multi_match") {
      const { text } = readClause(kind, inner, parts);
      const words = text.match(WORDS) ?? [];
      parts.words.push(...words.map((word) => ({ text: `-${word}`, isSyntax: true })));
    } else parts.filters.push({ not: readFilter(each) });
  }
}

/** Of `should` alone at least one clause matches; beside `must` none need match. */
function checkMinimum(minimum: unknown, isShouldAlone: boolean): void {
  if (minimum === undefined || Number(minimum) === (isShouldAlone ? 1 : 0)) return;
  throw badArgument(
    `minimum_should_match must be 1, or 0 beside must, got ${quote(String(minimum))}`,
  );
}

interface Clause extends QueryPart {
  /** True if every word must match. */
  readonly isAnd: boolean;
}

/** The text of a clause that scores. */
function readClause(kind: string, inner: unknown, parts: Parts): Clause {
  if (!Object.hasOwn(CLAUSE_OPTIONS, kind)) {
    throw badArgument(
      `the query ${quote(kind)} is not supported; there are match, match_phrase, multi_match, term, match_all and bool`,
    );
  }
  const options = readClauseOptions(kind, inner);
  const { type = "best_fields" } = options;
  if (type !== "best_fields" && type !== "cross_fields") {
    throw badArgument(
      `multi_match.type must be best_fields or cross_fields, got ${quote(String(type))}`,
    );
  }
  for (const field of toList(options.fields)) parts.fields.add(String(field));
  const text = readString(options.query ?? options.value, `${kind}.query`);
  if (kind === "match_phrase") {
    return { text: `"${text.replaceAll('"', " ")}"`, isSyntax: true, isAnd: false };
  }
  parts.fuzzy.add(readFuzziness(options.fuzziness));
  return { text, isSyntax: false, isAnd: isAnd(options.operator) };
}

/** The options of a clause, with its field among `fields`. */
function readClauseOptions(kind: string, inner: unknown): Json {
  const names = CLAUSE_OPTIONS[kind as keyof typeof CLAUSE_OPTIONS];
  if (kind === "multi_match") {
    const options = readObject(inner, kind);
    checkOptionNames(options, kind, names);
    return options;
  }
  const [field, value] = readOnlyEntry(inner, kind);
  const isText = typeof value === "string" || typeof value === "number";
  const options = isText ? { query: value } : readObject(value, kind);
  if (!isText) checkOptionNames(options, kind, names);
  return { ...options, fields: [field] };
}

/** `AUTO` permits one typo from four letters on and two from eight on. */
function readFuzziness(fuzziness: unknown): Fuzzy {
  const text = String(fuzziness ?? 0).toUpperCase();
  if (text === "AUTO" || text === "AUTO:4,8") return true;
  if (text === "0") return false;
  if (text === "1") return 1;
  if (text === "2") return 2;
  throw badArgument(`fuzziness must be 0, 1, 2, AUTO or AUTO:4,8, got ${quote(String(fuzziness))}`);
}

function readFilter(input: unknown): Filter {
  const [kind, inner] = readOnlyEntry(input, "filter");
  if (kind === "bool") {
    const bool = readObject(inner, "bool");
    checkOptionNames(bool, "bool", ["must", "filter", "should", "must_not"]);
    const { must, filter, should, must_not } = bool;
    const either = toList(should).map(readFilter);
    const not = toList(must_not).map((each): Filter => ({ not: readFilter(each) }));
    const all = [...toList(must), ...toList(filter)].map(readFilter);
    return { and: [...all, ...not, ...(either.length === 0 ? [] : [{ or: either }])] };
  }
  if (kind === "geo_distance") return parseGeoDistance(inner);
  if (kind === "geo_bounding_box") return parseGeoBox(inner);
  const [field, value] = readOnlyEntry(inner, kind);
  if (kind === "term") {
    if (typeof value !== "object" || value === null) return { [field]: value as Scalar };
    const options = readObject(value, "term");
    checkOptionNames(options, "term", ["value"]);
    return { [field]: options.value as Scalar };
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
    `the filter ${quote(kind)} is not supported; there are term, terms, range, geo_distance, geo_bounding_box and bool`,
  );
}

function readString(input: unknown, label: string): string {
  if (typeof input === "string") return input;
  if (typeof input === "number" || typeof input === "boolean") return String(input);
  throw badArgument(`${label} must be a text`);
}

function isAnd(operator: unknown = "or"): boolean {
  const name = String(operator).toLowerCase();
  if (name === "and" || name === "or") return name === "and";
  throw badArgument(`operator must be and or or, got ${quote(String(operator))}`);
}

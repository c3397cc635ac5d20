/**
 * A file of relevance tests: queries, what must be found for them, and measures
 * that must be reached. It comes as plain data, from YAML or JSON, and is checked
 * here: an unknown name is a mistake, not a wish to be ignored.
 */

import { badArgument, quote } from "../../common/errors.ts";
import { parseMeasure } from "../../evaluation/index.ts";

/** What is expected of one query. */
export interface RelevanceQuery {
  readonly query: string;
  /** Grades by document: above 0 relevant. Measures need them. */
  readonly relevant: Readonly<Record<string, number>>;
  /** Documents that must be among the first so many. */
  readonly within: readonly { readonly document: string; readonly top: number }[];
  /** Pairs of which the first must rank above the second. */
  readonly above: readonly (readonly [better: string, worse: string])[];
  /** Documents that must not be among the first ten. */
  readonly absent: readonly string[];
}

/** Everything that is expected of an index. */
export interface RelevanceFile {
  readonly ranker?: string;
  /** The least mean value of each measure. */
  readonly measures: Readonly<Record<string, number>>;
  readonly queries: readonly RelevanceQuery[];
}

const FILE = ["ranker", "measures", "queries"];
const QUERY = ["query", "relevant", "within", "above", "absent"];

/** Checks what a file says. `BAD_ARGUMENT` names the place and the rule. */
export function parseRelevanceFile(data: unknown): RelevanceFile {
  const { ranker, measures = {}, queries } = known(data, "the file", FILE);
  if (ranker !== undefined && typeof ranker !== "string") throw rule("ranker", "a text");
  const thresholds = known(measures, "measures");
  for (const [name, least] of Object.entries(thresholds)) {
    parseMeasure(name);
    if (typeof least !== "number" || !Number.isFinite(least)) {
      throw rule(`measures.${name}`, "a finite number");
    }
  }
  if (!Array.isArray(queries) || queries.length === 0) throw rule("queries", "a list of queries");
  const parsed = queries.map((each, i) => parseQuery(each, `queries[${i}]`));
  const texts = new Set<string>();
  for (const { query } of parsed) {
    if (texts.has(query)) throw badArgument(`the query ${quote(query)} comes twice`);
    texts.add(query);
  }
  return {
    ...(ranker === undefined ? {} : { ranker }),
    measures: thresholds as Record<string, number>,
    queries: parsed,
  };
}

function parseQuery(data: unknown, place: string): RelevanceQuery {
  const { query, relevant = [], within = {}, above = [], absent = [] } = known(data, place, QUERY);
  if (typeof query !== "string" || query === "") throw rule(`${place}.query`, "a text");
  return {
    query,
    relevant: grades(relevant, `${place}.relevant`),
    within: Object.entries(known(within, `${place}.within`)).map(([document, top]) => {
      if (Number.isSafeInteger(top) && (top as number) > 0) return { document, top: top as number };
      throw rule(`${place}.within.${document}`, "a whole number ≥ 1");
    }),
    above: list(above, `${place}.above`).map((pair, i) => {
      const [better, worse, ...rest] = list(pair, `${place}.above[${i}]`).map(String);
      if (better !== undefined && worse !== undefined && rest.length === 0) return [better, worse];
      throw rule(`${place}.above[${i}]`, "two ids, the better one first");
    }),
    absent: list(absent, `${place}.absent`).map(String),
  };
}

function grades(given: unknown, place: string): Record<string, number> {
  if (Array.isArray(given)) return Object.fromEntries(given.map((id) => [String(id), 1]));
  const entries = Object.entries(known(given, place));
  for (const [id, grade] of entries) {
    if (!Number.isSafeInteger(grade)) throw rule(`${place}.${id}`, "a whole number");
  }
  return Object.fromEntries(entries) as Record<string, number>;
}

function known(given: unknown, place: string, names?: readonly string[]): Record<string, unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw rule(place, "an object");
  }
  for (const name of Object.keys(given)) {
    if (names !== undefined && !names.includes(name)) {
      throw badArgument(`${place} has no ${quote(name)}; it has ${names.join(", ")}`);
    }
  }
  return given as Record<string, unknown>;
}

function list(given: unknown, place: string): unknown[] {
  if (Array.isArray(given)) return given;
  throw rule(place, "a list");
}

function rule(place: string, what: string): Error {
  return badArgument(`${place} must be ${what}`);
}

/**
 * A file of relevance tests: queries, the hits that they must have, and measures that must be
 * reached. It arrives as plain data, from YAML or JSON, and is checked here. Unknown names are
 * errors.
 */

import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { parseMeasure } from "../../evaluation/index.ts";
import type { SearchOptions } from "../../search/index.ts";

/** The expectations about one query. */
export interface RelevanceQuery {
  readonly query: string;
  /** Grades by document; above 0 is relevant. Measures need them. */
  readonly relevant: Readonly<Record<string, number>>;
  /** Documents that must be among the first `top` hits. */
  readonly within: readonly { readonly document: string; readonly top: number }[];
  /** Pairs of which the first must rank above the second. */
  readonly above: readonly (readonly [better: string, worse: string])[];
  /** Documents that must not be among the first ten. */
  readonly absent: readonly string[];
  /** Options of its search, in place of those of the file. */
  readonly search?: SearchOptions;
}

/** All expectations about an index. */
export interface RelevanceFile {
  readonly ranker?: string;
  /** Options of every search, as `index.search` has them. Default: a run by the ranker. */
  readonly search?: SearchOptions;
  /** The minimum mean of each measure. */
  readonly measures: Readonly<Record<string, number>>;
  readonly queries: readonly RelevanceQuery[];
}

const FILE = ["ranker", "search", "measures", "queries"];
const QUERY = ["query", "relevant", "within", "above", "absent", "search"];

/** Checks the data of a file. `BAD_ARGUMENT` names the path and the rule. */
export function parseRelevanceFile(data: unknown): RelevanceFile {
  const { ranker, search, measures = {}, queries } = checkFields(data, "the file", FILE);
  if (ranker !== undefined && typeof ranker !== "string") throw createRuleError("ranker", "a text");
  const thresholds = checkFields(measures, "measures");
  for (const [name, threshold] of Object.entries(thresholds)) {
    parseMeasure(name);
    if (typeof threshold !== "number" || !Number.isFinite(threshold)) {
      throw createRuleError(`measures.${name}`, "a finite number");
    }
  }
  if (!Array.isArray(queries) || queries.length === 0)
    throw createRuleError("queries", "a list of queries");
  const parsed = queries.map((each, i) => parseQuery(each, `queries[${i}]`));
  const texts = new Set<string>();
  for (const { query } of parsed) {
    if (texts.has(query)) throw badArgument(`the query ${quote(query)} is given twice`);
    texts.add(query);
  }
  return {
    ...defined({ ranker }),
    ...parseSearch(search, "search"),
    measures: thresholds as Record<string, number>,
    queries: parsed,
  };
}

function parseQuery(data: unknown, path: string): RelevanceQuery {
  const {
    query,
    relevant = [],
    within = {},
    above = [],
    absent = [],
    search,
  } = checkFields(data, path, QUERY);
  if (typeof query !== "string" || query === "") throw createRuleError(`${path}.query`, "a text");
  return {
    query,
    relevant: parseGrades(relevant, `${path}.relevant`),
    within: Object.entries(checkFields(within, `${path}.within`)).map(([document, top]) => {
      if (Number.isSafeInteger(top) && (top as number) > 0) return { document, top: top as number };
      throw createRuleError(`${path}.within.${document}`, "a whole number ≥ 1");
    }),
    above: checkList(above, `${path}.above`).map((pair, i) => {
      const [better, worse, ...rest] = checkList(pair, `${path}.above[${i}]`).map(String);
      if (better !== undefined && worse !== undefined && rest.length === 0) return [better, worse];
      throw createRuleError(`${path}.above[${i}]`, "two ids, the better one first");
    }),
    absent: checkList(absent, `${path}.absent`).map(String),
    ...parseSearch(search, `${path}.search`),
  };
}

/** The index checks the options when it searches. */
function parseSearch(value: unknown, path: string): { readonly search?: SearchOptions } {
  return value === undefined ? {} : { search: checkFields(value, path) as SearchOptions };
}

function parseGrades(value: unknown, path: string): Record<string, number> {
  if (Array.isArray(value)) return Object.fromEntries(value.map((id) => [String(id), 1]));
  const entries = Object.entries(checkFields(value, path));
  for (const [id, grade] of entries) {
    if (!Number.isSafeInteger(grade)) throw createRuleError(`${path}.${id}`, "a whole number");
  }
  return Object.fromEntries(entries) as Record<string, number>;
}

function checkFields(
  value: unknown,
  path: string,
  names?: readonly string[],
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw createRuleError(path, "an object");
  }
  for (const name of Object.keys(value)) {
    if (names !== undefined && !names.includes(name)) {
      throw badArgument(`${path} has no ${quote(name)}; it has ${names.join(", ")}`);
    }
  }
  return value as Record<string, unknown>;
}

function checkList(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw createRuleError(path, "a list");
}

function createRuleError(path: string, rule: string): Error {
  return badArgument(`${path} must be ${rule}`);
}

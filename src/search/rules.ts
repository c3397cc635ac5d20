/** Checks rules (src/api/rule.ts) and selects those of a query. Loaded with the first search that has rules. */

import type { Boost } from "../api/boost.ts";
import type { DocumentId } from "../api/document-type.ts";
import type { Rule } from "../api/rule.ts";
import type { ScoringOptions } from "../api/search-options.ts";
import { checkOptions } from "../common/check-options.ts";
import { defined } from "../common/defined.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import { readTimeOfDay } from "../common/time-of-day.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { parseDate } from "../index/schema/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { documentsWithoutIds } from "../ranking/documents-by-id.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import { MAX_BOOSTS, MAX_IDS, parseBoosts } from "./boosts.ts";
import { type PinnedDocument, PinnedExecution } from "./pinned-execution.ts";
import { toIdText } from "./search-document.ts";

/** Maximum number of rules, and of documents that one pins, hides or buries. */
const MAX_RULES = 1000;
const MAX_DOCUMENTS = 1000;

/** What it costs to find a document, in postings. */
const COUNTS_PER_ID = 64;

/** The value of the boost of a buried document: its score is divided by 1000. */
const BURIED = -0.999;

const OPTIONS = ["id", "query", "from", "until", "pin", "hide", "bury", "boost"] as const;

/** The rules that apply to a search. */
export class ActiveRules {
  readonly boosts: readonly Boost[];
  readonly #rules: readonly Rule[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.boosts = [...rules.flatMap(listBoosts), ...createBurial(rules)];
  }

  /** The documents that are pinned where they may be results. */
  get pinnedIds(): readonly string[] {
    return this.#rules.flatMap(({ pin = [] }) => pin.map(toIdText));
  }

  /** The documents that are no results. */
  get hiddenIds(): readonly string[] {
    return this.#rules.flatMap(({ hide = [] }) => hide.map(toIdText));
  }

  /** The documents that may be results: those of `allowed` that no rule hides. */
  removeHidden(
    snapshot: IndexSnapshot,
    limit: TimeLimit | undefined,
    allowed?: DocumentSet,
  ): DocumentSet | undefined {
    const hidden = this.#rules.flatMap(({ hide = [] }) => hide);
    if (hidden.length === 0) return allowed;
    const shown = documentsWithoutIds(snapshot, iterateIds(hidden, limit));
    if (allowed !== undefined) shown.keepAll(allowed);
    return shown;
  }

  /** The query with the pinned documents first, of those that may be results. */
  pin(execution: QueryExecution, allowed?: DocumentSet): QueryExecution {
    const { snapshot, limit } = execution;
    const pins = new Map<number, PinnedDocument>();
    for (const { id, pin = [] } of this.#rules) {
      for (const name of iterateIds(pin, limit)) {
        const document = snapshot.find(name);
        if (document === undefined || pins.has(document)) continue;
        if (allowed?.has(document) !== false) pins.set(document, { document, rule: id });
      }
    }
    return pins.size === 0 ? execution : new PinnedExecution(execution, [...pins.values()]);
  }
}

/** The rules that apply to a query now, and the options of the search with their boosts. */
export function applyRules<T extends ScoringOptions>(
  query: string,
  { rules, ...options }: T,
): Omit<T, "rules"> & { readonly rules?: ActiveRules } {
  const active = rules === undefined ? undefined : selectRules(rules, query);
  if (active === undefined || active.boosts.length === 0) {
    return { ...options, ...defined({ rules: active }) };
  }
  const boost = [...[options.boost ?? []].flat(), ...active.boosts];
  if (boost.length > MAX_BOOSTS) {
    throw badArgument(
      `the search and the rules of its query have at most ${MAX_BOOSTS} boosts, got ${boost.length}`,
    );
  }
  return { ...options, rules: active, boost };
}

/** The rules of a query at a time, by default now; undefined if none applies. `BAD_ARGUMENT` for wrong rules. */
export function selectRules(
  rules: unknown,
  query: string,
  now: number = readTimeOfDay(),
): ActiveRules | undefined {
  if (!Array.isArray(rules)) {
    throw badArgument(`rules must be an array of rules, got ${describeValue(rules)}`);
  }
  if (rules.length > MAX_RULES) {
    throw badArgument(`there may be at most ${MAX_RULES} rules, got ${rules.length}`);
  }
  const ids = new Set<string>();
  const words = normaliseQuery(query);
  const active = rules.filter((rule: Rule, i) => {
    checkRule(rule, `rules[${i}]`);
    if (ids.has(rule.id)) throw badArgument(`rules[${i}].id ${quote(rule.id)} is there twice`);
    ids.add(rule.id);
    return isActive(rule, words, now);
  });
  return active.length === 0 ? undefined : new ActiveRules(active as Rule[]);
}

function checkRule(rule: Rule, at: string): void {
  checkOptions(at, rule ?? null, OPTIONS);
  if (typeof rule.id !== "string" || rule.id === "") {
    throw badArgument(`${at}.id must be a name, got ${describeValue(rule.id)}`);
  }
  const { query = [] } = rule;
  if (![query].flat().every((each) => typeof each === "string")) {
    throw badArgument(`${at}.query must be a text or an array of texts`);
  }
  for (const name of ["from", "until"] as const) {
    if (rule[name] === undefined || parseTime(rule[name]) !== undefined) continue;
    throw badArgument(`${at}.${name} must be a date, got ${describeValue(rule[name])}`);
  }
  for (const name of ["pin", "hide", "bury"] as const) {
    const documents: unknown = rule[name] ?? [];
    const isList = Array.isArray(documents) && documents.length <= MAX_DOCUMENTS;
    if (isList && documents.every((id) => ["string", "number"].includes(typeof id))) continue;
    throw badArgument(`${at}.${name} must be an array of at most ${MAX_DOCUMENTS} document ids`);
  }
}

function isActive({ query, from, until }: Rule, words: string, now: number): boolean {
  if (now < (parseTime(from) ?? -Infinity) || now >= (parseTime(until) ?? Infinity)) return false;
  return query === undefined || [query].flat().some((each) => matchesPattern(words, each));
}

function parseTime(time: Rule["from"]): number | undefined {
  return parseDate(time instanceof Date ? time.getTime() : time);
}

function normaliseQuery(query: string): string {
  return query.normalize("NFKC").toLowerCase().trim().replaceAll(/\s+/g, " ");
}

/** Whether a text is a pattern in which `*` stands for any text. In linear time: each part is found as early as possible. */
function matchesPattern(text: string, pattern: string): boolean {
  const parts = normaliseQuery(pattern).split("*");
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Checks the boosts of each rule, whether it applies now or not. */
export function checkRuleBoosts(snapshot: IndexSnapshot, rules: readonly Rule[]): void {
  for (const rule of rules) parseBoosts(snapshot, listBoosts(rule), readTimeOfDay());
}

function listBoosts({ id, boost = [] }: Rule): Boost[] {
  return [boost].flat().map((each) => ({ label: `rule ${id}`, ...each }) as Boost);
}

/** Few boosts for the buried documents of all rules, since boosts are limited and rules may be many. */
function createBurial(rules: readonly Rule[]): Boost[] {
  const burying = rules.filter(({ bury = [] }) => bury.length > 0);
  if (burying.length === 0) return [];
  const [first, ...others] = burying.map(({ id }) => id);
  const label = others.length === 0 ? `rule ${first}` : `rule ${first} or ${others.length} others`;
  const ids = [...new Set(burying.flatMap(({ bury = [] }) => bury.map(toIdText)))];
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, i) => {
    const part = ids.slice(i * MAX_IDS, (i + 1) * MAX_IDS);
    return { ids: part, weight: BURIED, label: `buried by ${label}` };
  });
}

/** Ids that are looked up. Throws `OutOfTime` when time is up: a part of a rule is not applied. */
function* iterateIds(ids: readonly DocumentId[], limit: TimeLimit | undefined): Generator<string> {
  for (const id of ids) {
    limit?.spend(COUNTS_PER_ID);
    yield toIdText(id);
  }
}

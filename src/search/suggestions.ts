/**
 * Suggestions while a person types: the last word completed, and titles of documents
 * that contain all words.
 */

import { checkDeclaredOptions } from "../api/check-options.ts";
import { CALL_RULES, SUGGEST_RULES } from "../api/option-rules.generated.ts";
import type { SuggestOptions } from "../api/search-options.ts";
import type { Suggestion } from "../api/search-result.ts";
import { readClock } from "../common/monotonic-clock.ts";
import { computeMaxEdits, EditTable } from "../ranking/matching/index.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { Analyzer } from "../text/analyzer.ts";
import type { IndexReader } from "./index-reader.ts";
import { checkQuery } from "./search-options.ts";

/** Suggestions that take longer come too late for a person who types. */
const MAX_MS = 500;

/** Hits whose titles are checked per suggestion. */
const HITS_PER_SUGGESTION = 5;

/**
 * Suggestions for `query`, completed words first, at most half of them if there are
 * enough titles. Those that are found in time.
 */
export async function findSuggestions(
  reader: IndexReader,
  query: string,
  { limit = 10 }: SuggestOptions,
): Promise<Suggestion[]> {
  if (limit === 0 || reader.analyzer.tokenise(query).length === 0) return [];
  const deadline = readClock() + MAX_MS;
  const words = await completeLastWord(reader, query, limit, deadline);
  const titles = await findTitles(reader, query, limit, deadline);
  const selectedWords = words.slice(0, Math.max(Math.ceil(limit / 2), limit - titles.length));
  return [...selectedWords, ...titles.slice(0, limit - selectedWords.length)];
}

/** `BAD_ARGUMENT` for invalid options. */
export function checkSuggestOptions(query: unknown, options: SuggestOptions): void {
  checkQuery(query);
  checkDeclaredOptions("suggest", options, { ...SUGGEST_RULES, ...CALL_RULES });
}

async function completeLastWord(
  { searcher, analyzer }: IndexReader,
  query: string,
  limit: number,
  deadline: number,
): Promise<Suggestion[]> {
  const time = new TimeLimit(deadline, readClock);
  const last = analyzer.tokenise(query).at(-1);
  const matcher = await searcher.matcher(deadline);
  if (last === undefined || matcher === undefined) return [];
  const before = query.slice(0, last.start);
  const completions = matcher.findCompletions(last.text, limit, time);
  const words =
    completions.length > 0
      ? completions
      : matcher.findCorrections(last.text, computeMaxEdits(last.text.length), limit, time);
  return words.map(({ form, documents }) => ({ text: before + form, kind: "word", documents }));
}

async function findTitles(
  { searcher, snapshot, analyzer, lexicalRanker: ranker }: IndexReader,
  query: string,
  limit: number,
  deadline: number,
): Promise<Suggestion[]> {
  if (!snapshot.settings.stored) return [];
  const top = HITS_PER_SUGGESTION * limit;
  const typing = { prefix: true, fuzzy: true } as const;
  const { documents } = await searcher.rank(query, { ...typing, ranker, top, deadline });
  const queryWords = analyzer.tokenise(query).map(({ text }) => text);
  const titles = new Map<string, Suggestion>();
  const time = new TimeLimit(deadline, readClock);
  for (const document of documents) {
    if (time.checkClock()) break;
    const { title } = await snapshot.readStoredFields(document);
    if (typeof title !== "string" || titles.has(title)) continue;
    if (!hasAllWords(title, queryWords, analyzer)) continue;
    titles.set(title, { text: title, kind: "title", id: snapshot.id(document) });
    if (titles.size === limit) break;
  }
  return [...titles.values()];
}

/** Whether each query word is a word of the title, a prefix of one, or a typo of one. */
function hasAllWords(title: string, queryWords: readonly string[], analyzer: Analyzer): boolean {
  const forms = analyzer.tokenise(title).map(({ text }) => text);
  return queryWords.every((word) => {
    const edits = computeMaxEdits(word.length);
    const table = new EditTable(word, edits);
    return forms.some((form) => {
      if (form.startsWith(word) || analyzer.term(form) === analyzer.term(word)) return true;
      const units = Uint16Array.from(form.split(""), (unit) => unit.charCodeAt(0));
      return edits > 0 && table.countEditsToPrefix(units, 0, units.length) <= edits;
    });
  });
}

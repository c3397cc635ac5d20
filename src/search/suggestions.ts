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

/** In UTF-16 units. A longer title is no completion of what a person types. */
const MAX_TITLE_LENGTH = 1000;

const TITLE: ReadonlySet<string> = new Set(["title"]);

/** Units of work of comparing a word of the query with one of a title. */
const UNITS_PER_FORM = 4;

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
  const time = new TimeLimit(deadline, readClock);
  const hasAllWords = createTitleTest(query, analyzer, time);
  const titles = new Map<string, Suggestion>();
  for (const document of documents) {
    if (time.checkClock()) break;
    const { title } = await snapshot.readStoredFields(document, TITLE);
    if (typeof title !== "string" || title.length > MAX_TITLE_LENGTH || titles.has(title)) continue;
    if (!hasAllWords(title)) continue;
    titles.set(title, { text: title, kind: "title", id: snapshot.id(document) });
    if (titles.size === limit) break;
  }
  return [...titles.values()];
}

/**
 * Whether each word of the query is a word of a title, a prefix of one, or a typo of one. False for a
 * title that there is no time to compare.
 */
function createTitleTest(
  query: string,
  analyzer: Analyzer,
  time: TimeLimit,
): (title: string) => boolean {
  const texts = new Set(analyzer.tokenise(query).map(({ text }) => text));
  const words = Array.from(texts, (text) => {
    const edits = computeMaxEdits(text.length);
    return { text, edits, term: analyzer.term(text), table: new EditTable(text, edits) };
  });
  return (title) => {
    const forms = analyzer.tokenise(title).map(({ text: form }) => {
      const units = Uint16Array.from(form.split(""), (unit) => unit.charCodeAt(0));
      return { form, term: analyzer.term(form), units };
    });
    return words.every(({ text, edits, term, table }) => {
      if (time.count(UNITS_PER_FORM * forms.length)) return false;
      return forms.some((each) => {
        if (each.form.startsWith(text) || each.term === term) return true;
        return edits > 0 && table.countEditsToPrefix(each.units, 0, each.units.length) <= edits;
      });
    });
  };
}

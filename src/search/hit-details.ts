/** Snippets, highlights and explanations of hits. Loaded with the first search that requests one. */

import type { SearchOptions } from "../api/search-options.ts";
import type { Hit } from "../api/search-result.ts";
import { defined } from "../common/defined.ts";
import type { StoredFields } from "../index/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { QueryOptions, Searcher } from "../ranking/searcher.ts";
import { GRACE_MS, OutOfTime, type TimeLimit } from "../ranking/traversal/index.ts";
import type { Analyzer } from "../text/analyzer.ts";
import type { IndexReader } from "./index-reader.ts";
import { loadPassageSnippet } from "./neural-parts.ts";

/** The search that the hits belong to. */
export interface SearchOfHits {
  readonly reader: IndexReader;
  readonly execution: QueryExecution;
  readonly query: string;
  /** How the query is parsed. */
  readonly parseOptions: QueryOptions;
  readonly deadline: number | undefined;
  /** Ends with the search, with a short grace for what is returned. */
  readonly limit: TimeLimit;
}

type MatchedWords = Awaited<ReturnType<Searcher["matchedWords"]>>;

/** Creates the requested details of one hit after another, until time is up. */
export class HitDetails {
  readonly #search: SearchOfHits;
  readonly #options: SearchOptions;
  readonly #matchedWords: MatchedWords;
  readonly #snippets: typeof import("./snippets/hit-snippet.ts") | undefined;
  readonly #highlights: typeof import("./snippets/hit-highlights.ts") | undefined;
  readonly #passages: typeof import("./snippets/passage-snippet.ts") | undefined;

  private constructor(
    search: SearchOfHits,
    options: SearchOptions,
    matchedWords: MatchedWords,
    modules: {
      readonly snippets: typeof import("./snippets/hit-snippet.ts") | undefined;
      readonly highlights: typeof import("./snippets/hit-highlights.ts") | undefined;
      readonly passages: typeof import("./snippets/passage-snippet.ts") | undefined;
    },
  ) {
    this.#search = search;
    this.#options = options;
    this.#matchedWords = matchedWords;
    this.#snippets = modules.snippets;
    this.#highlights = modules.highlights;
    this.#passages = modules.passages;
  }

  static async open(search: SearchOfHits, options: SearchOptions): Promise<HitDetails> {
    const { snippet = false, highlight = false } = options;
    const { reader, query, parseOptions, deadline, execution } = search;
    const hasMarks = snippet !== false || highlight !== false;
    const matchedWords = hasMarks
      ? await reader.searcher.matchedWords(query, {
          ...parseOptions,
          ...(deadline === undefined ? {} : { deadline: deadline + GRACE_MS }),
        })
      : { words: new Map<string, number>(), phrases: [] };
    const hasPassages = snippet !== false && execution.nearestPassage !== undefined;
    return new HitDetails(search, options, matchedWords, {
      snippets: snippet === false ? undefined : await import("./snippets/hit-snippet.ts"),
      highlights: highlight === false ? undefined : await import("./snippets/hit-highlights.ts"),
      passages: hasPassages ? await loadPassageSnippet() : undefined,
    });
  }

  /** The details of a hit; none once time is up. */
  async describe(
    document: number,
    fields: StoredFields,
  ): Promise<Pick<Hit, "snippet" | "highlights" | "explanation">> {
    const { reader, execution, limit } = this.#search;
    if (limit.checkClock()) return {};
    const { snippet, highlight, explain = false } = this.#options;
    const { analyzer } = reader;
    const { schema } = reader.snapshot.settings;
    const words = { ...(typeof snippet === "object" ? snippet : {}), limit };
    const matched = this.#matchedWords;
    const passage =
      this.#snippets &&
      ((await this.#passages?.createPassageSnippet(
        ...([execution, document, fields, matched, analyzer, words] as const),
      )) ??
        this.#snippets.createHitSnippet(fields, matched, analyzer, { ...words, schema }));
    const findAnalyzer = (name: string): Analyzer => {
      const field = schema?.textFields.find((each) => each.name === name);
      return reader.fieldAnalyzers.get(field?.text.number ?? -1) ?? analyzer;
    };
    const highlightOptions = typeof highlight === "object" ? highlight : {};
    const highlights = this.#highlights?.highlightHit(
      ...([fields, matched, findAnalyzer, highlightOptions, limit] as const),
    );
    const explanation = explain ? await explainInTime(execution, document, limit) : undefined;
    return defined({ snippet: passage, highlights, explanation });
  }
}

async function explainInTime(
  execution: QueryExecution,
  document: number,
  limit: TimeLimit,
): Promise<Explanation | undefined> {
  try {
    return await execution.explain(document);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    limit.isOver = true;
    return undefined;
  }
}

/** Resolves how a search scores: the searcher, the ranker, the boosts, and how the query is read. */

import type { ScoringOptions } from "../api/search-options.ts";
import { defined } from "../common/defined.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { DocumentBoost } from "../ranking/boost-score.ts";
import type { Searcher } from "../ranking/searcher.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { IndexReader } from "./index-reader.ts";

/** Loaded with the first search that boosts. */
let loadedBoosts: typeof import("./document-boosts.ts") | undefined;

/** The module of boosts, if a search has loaded it. */
export function getLoadedBoosts(): typeof loadedBoosts {
  return loadedBoosts;
}

/** The boosts of a search over all documents of its snapshot. */
export async function loadBoost(
  { snapshot }: IndexReader,
  boost: ScoringOptions["boost"],
  limit: TimeLimit = TimeLimit.none(),
): Promise<DocumentBoost | undefined> {
  if (boost === undefined) return undefined;
  loadedBoosts ??= await import("./document-boosts.ts");
  return loadedBoosts.loadDocumentBoost(snapshot, boost, limit);
}

/** Resolves the searcher, the ranker and the options. */
export async function resolveScoring(
  reader: IndexReader,
  { ranker, weights, ...options }: ScoringOptions,
  limit?: TimeLimit,
): Promise<
  {
    searcher: Searcher;
    ranker: NonNullable<ScoringOptions["ranker"]>;
    exactFields: readonly string[];
    boost?: DocumentBoost;
  } & QueryParseOptions
> {
  const { exactFields } = options;
  const parseOptions = {
    ...selectParseOptions(options),
    exactFields: exactFields ?? DEFAULT_EXACT_FIELDS,
    ...defined({ boost: await loadBoost(reader, options.boost, limit) }),
  };
  if (exactFields !== undefined) {
    (await import("./check-exact-fields.ts")).checkExactFields(reader, exactFields);
  }
  if (weights === undefined) {
    return { searcher: reader.searcher, ranker: ranker ?? reader.lexicalRanker, ...parseOptions };
  }
  const { getWeightedSearcher } = await import("./weighted-searcher.ts");
  const { fields, ...words } = parseOptions;
  const searcher = getWeightedSearcher(reader, weights, fields);
  return { searcher, ranker: ranker ?? weights.ranker ?? reader.lexicalRanker, ...words };
}

/** Fields that name a document. */
export const DEFAULT_EXACT_FIELDS: readonly string[] = ["title", "name"];

/** How a query is read. */
export interface QueryParseOptions
  extends Pick<ScoringOptions, "prefix" | "fuzzy" | "synonyms" | "stopWords"> {
  readonly syntax: boolean;
  readonly fields?: FieldChoice;
}

/** The options that decide how a query is read. */
export function selectParseOptions({
  syntax = false,
  prefix,
  fuzzy,
  synonyms,
  stopWords,
  fields,
}: ScoringOptions): QueryParseOptions {
  return {
    syntax,
    prefix,
    fuzzy,
    synonyms,
    stopWords,
    ...defined({ fields }),
  };
}

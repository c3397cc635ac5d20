/** What is searched to compare each option of a search on a cluster with the local index. */

import type {
  CALL_OPTIONS,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  SearchOptions,
} from "../../src/api/search-options.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import type { LearnedTermWeights } from "../../src/search/index.ts";
import { createVector } from "./shop-documents.ts";

/** The name of an option. */
export type OptionName =
  | keyof typeof SCORING_OPTIONS
  | keyof typeof RESULT_OPTIONS
  | keyof typeof CALL_OPTIONS;
/** A search; without a query, those of `QUERIES`. */
export type OptionSearch = SearchOptions & { readonly query?: string };
/** What is searched, or the search that must be refused by the name of the option. */
export type OptionDecision = readonly OptionSearch[] | { readonly refused: OptionSearch };

const RULES = [
  { id: "one", query: ["red*"], pin: ["p9"], hide: ["p3"], bury: ["p1"] },
  { id: "two", boost: { filter: { sold: true }, weight: 0.5 } },
] as never;

/** The distance to a point, which a cluster does not compute. */
export const NEAR = "distance(place, 52.5, 13.4)";

const VECTOR = createVector(5);
const SMALL = "hybrid(bm25f,dense,depth=7)";

const VECTOR_SEARCHES: readonly OptionSearch[] = [
  { vector: VECTOR },
  { vector: VECTOR, ranker: "hybrid(bm25f,dense,alpha=0.3)", limit: 100 },
  { vector: VECTOR, ranker: SMALL, explain: true },
  { vector: VECTOR, ranker: "hybrid(lm,dense,depth=9)", offset: 4 },
  { vector: VECTOR, ranker: "rrf(bm25f,dense,depth=7)", limit: 12 },
  { vector: VECTOR, ranker: "dense" },
  { vector: VECTOR, ranker: "dense", limit: 20, facets: ["kind"] },
  { vector: VECTOR, ranker: "bm25f" },
  { vector: VECTOR, ranker: SMALL, filter: { sold: true, price: { gte: 0 } }, total: true },
  { vector: VECTOR, ranker: SMALL, facets: ["kind", "price"], limit: 0 },
  { vector: VECTOR, ranker: SMALL, sort: ["kind", "-score"] },
  { vector: VECTOR, ranker: SMALL, distinct: "kind" },
  { vector: VECTOR, ranker: SMALL, minMatch: 2 },
  {
    vector: VECTOR,
    ranker: SMALL,
    boost: { function: "log", field: "price", weight: 0.2 } as never,
  },
  { vector: VECTOR, ranker: SMALL, rules: RULES },
  { vector: VECTOR, ranker: SMALL, rules: [{ id: "h", hide: ["p5", "p9", "p12"] }] as never },
  { vector: VECTOR, ranker: SMALL, prefix: true, fuzzy: true, highlight: true },
  { vector: VECTOR, ranker: SMALL, fields: ["title"] },
  { vector: VECTOR, ranker: SMALL, syntax: true, query: '+red -desk "small oak"' },
  { vector: VECTOR, ranker: "dense", syntax: true, query: "+lamp" },
  { vectorFallback: "words", ranker: "hybrid" },
];

/** What is tried for each option. */
export const createDecisions = ({
  weights,
  model,
  hasVectors,
}: {
  readonly weights: LearnedTermWeights;
  readonly model: TrainedModel;
  readonly hasVectors: boolean;
}): Readonly<Record<OptionName, OptionDecision>> => ({
  ranker: [
    { ranker: "bm25" },
    { ranker: "bm25f(k1=0.6)" },
    { ranker: "lm" },
    { ranker: "tfidf" },
    { ranker: "sdm" },
  ],
  syntax: [
    { syntax: true, query: "+red -desk" },
    { syntax: true, query: '"red lamp"' },
    { syntax: true, query: "la* chiar~" },
    { syntax: true, query: 'title:lamp "small oak" steel' },
    { syntax: true, query: "-red" },
  ],
  fields: [{ fields: ["title"] }, { fields: ["title^2", "body^5"] }],
  exactFields: [
    { exactFields: [] },
    { exactFields: ["title"] },
    { exactFields: ["title"], query: "blue lamp" },
  ],
  prefix: [
    { prefix: true, query: "red la" },
    { prefix: true, query: "c" },
  ],
  fuzzy: [
    { fuzzy: true, query: "lmap" },
    { fuzzy: 1, query: "chiar stel" },
    { fuzzy: true, query: "redlamp" },
    { fuzzy: true, prefix: true, query: "smal dek" },
  ],
  synonyms: [
    { synonyms: "red, blue" },
    { synonyms: "lamp => chair\nsettee, small oak", query: "settee lamp" },
  ],
  stopWords: [{ stopWords: ["red"] }, { stopWords: ["red", "lamp"] }],
  boost: [
    { boost: { function: "log", field: "price", weight: 0.2 } as never },
    { boost: [{ filter: { kind: "lamps" }, weight: 2 }] as never },
    { boost: { function: "linearDecay", field: NEAR, scale: "500km" } as never },
  ],
  rules: [{ rules: RULES }],
  vector: hasVectors
    ? [
        ...VECTOR_SEARCHES,
        { vector: VECTOR, weights, ranker: SMALL },
        { vector: VECTOR, rerank: model, ranker: SMALL },
      ]
    : { refused: { vector: VECTOR } },
  vectorFallback: [{ vectorFallback: "words" }],
  withoutVector: [{ withoutVector: "words" }],
  weights: [{ weights }],
  limit: [{ limit: 0 }, { limit: 1 }, { limit: 100 }],
  offset: [{ offset: 7, limit: 5 }],
  minMatch: [{ minMatch: 2 }, { minMatch: 3 }, { minMatch: 9 }],
  filter: [
    { filter: { kind: "lamps" } },
    { filter: { kind: { ne: "" } } },
    { filter: { kind: { gte: "a", lt: "m" } } },
    { filter: { price: { lt: 10, gte: 0 } } },
    { filter: { price: { gt: 0, gte: 0, lte: 10 } } },
    { filter: { price: null } },
    { filter: { price: { in: [null, 10] } } },
    { filter: { price: { in: [0, 10], lt: 5 } } },
    { filter: { price: { exists: false } } },
    { filter: { sold: true, tags: "Büro" } },
    { filter: { place: { exists: true } } },
    { filter: { place: null } },
    { filter: { sizes: { gt: 3, lt: 5 } } },
    { filter: { made: { gt: "2026-04-01" } } },
    { filter: { made: { in: ["2026-02-11"] } } },
    { filter: { or: [{ kind: "chairs" }, { not: { tags: { exists: true } } }] } },
    { filter: { or: [] } },
    { filter: { and: [] } },
    { filter: "price < 10 and kind = lamps" },
  ],
  after: [{ sort: "price", limit: 7 }, { limit: 7 }, { sort: ["-made", "kind"], limit: 3 }],
  sort: [
    { sort: "price" },
    { sort: "-price" },
    { sort: ["kind", "-made"] },
    { sort: ["-sold", "score"] },
    { sort: ["-score"] },
    { sort: ["-kind", "price"], offset: 3 },
    { sort: "made", filter: { price: { exists: true } } },
    { sort: "-id" },
  ],
  distinct: [{ distinct: "kind" }, { distinct: "price", limit: 3, offset: 1 }],
  facets: [
    { facets: ["kind", "sold", "made", "tags"] },
    { facets: { price: {}, sizes: { limit: 3 } } },
    { facets: { price: { ranges: [[0, 10], [10], [null, 0]] }, sizes: { ranges: [[2, 5]] } } },
    { facets: { made: { ranges: [["2026-01-01", "2026-04-01"], []] } } },
    { facets: ["kind"], filter: { sold: false } },
  ],
  select: [{ select: ["title"] }, { select: [] }],
  snippet: [{ snippet: true }, { snippet: { words: 3 } }],
  highlight: [{ highlight: true }, { highlight: { fields: ["title"], tag: "b" } }],
  didYouMean: [
    { didYouMean: true, query: "lmap" },
    { didYouMean: false, query: "lmap" },
  ],
  rerank: [{ rerank: model }, { rerank: model, filter: { sold: true } }],
  depth: [{ rerank: model, depth: 7 }],
  explain: [{ explain: true }],
  total: [{ total: true }, { total: false }, { total: 5 }],
  timeout: [{ timeout: 20_000 }],
  signal: [{ signal: new AbortController().signal }],
});

/** The queries of searches that have none. */
export const QUERIES: readonly string[] = [
  "red lamp",
  "small oak desk",
  "red red naïve",
  "unknownword",
  "",
];

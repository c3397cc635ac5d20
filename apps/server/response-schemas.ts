/**
 * The schemas of answers, for the OpenAPI document. The tests hold answers
 * against them. Objects may have more properties than a schema names.
 */

import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const document = v.looseObject({ id: v.string() });

const system = v.looseObject({
  ranker: v.optional(v.string()),
  weights: v.optional(v.string()),
  rerank: v.optional(v.string()),
  depth: v.optional(count),
});

const publication = v.looseObject({ version: count, system, at: v.string() });

const snippet = v.looseObject({ text: v.string(), html: v.string() });

const explanation = v.looseObject({
  label: v.string(),
  value: v.number(),
  facts: v.record(v.string(), v.nullable(v.number())),
  formula: v.optional(v.string()),
  parts: v.array(v.unknown()),
});

const hit = v.looseObject({
  id: v.string(),
  score: v.number(),
  document,
  snippet: v.optional(snippet),
  explanation: v.optional(explanation),
});

const indexSummary = v.looseObject({
  name: v.string(),
  documents: count,
  bytes: count,
  ranker: v.string(),
  published: publication,
});

const explainedDocument = v.looseObject({
  id: v.string(),
  rank: v.nullable(count),
  score: v.number(),
  missing: v.optional(v.string()),
  explanation,
});

const figures = v.looseObject({
  term: v.string(),
  documentFrequency: count,
  collectionFrequency: count,
  idf: v.number(),
  weight: v.optional(v.looseObject({ query: v.number(), document: v.number() })),
  salience: v.optional(v.number()),
});

const job = v.looseObject({
  id: v.string(),
  index: v.string(),
  kind: v.picklist(["learn", "train", "evaluate"]),
  state: v.picklist(["waiting", "running", "done", "failed", "cancelled", "interrupted"]),
  created: v.string(),
  progress: v.array(v.looseObject({ stage: v.string(), done: v.number() })),
  points: v.array(v.looseObject({ series: v.string(), x: v.number(), y: v.number() })),
  error: v.optional(v.looseObject({ code: v.string(), message: v.string() })),
});

/** Answers by name. */
export const RESPONSES: {
  readonly [name in
    | "status"
    | "indexes"
    | "index"
    | "indexDetails"
    | "added"
    | "deleted"
    | "document"
    | "documents"
    | "search"
    | "suggestions"
    | "explained"
    | "compared"
    | "words"
    | "word"
    | "judgements"
    | "judged"
    | "job"
    | "jobs"
    | "weights"
    | "models"
    | "publication"
    | "publications"]: v.GenericSchema;
} = {
  status: v.looseObject({ status: v.string() }),
  indexes: v.looseObject({ indexes: v.array(indexSummary) }),
  index: indexSummary,
  indexDetails: v.looseObject({
    ...indexSummary.entries,
    ...{ terms: count, postings: count, averageLength: v.number(), settings: v.looseObject({}) },
  }),
  added: v.looseObject({ documents: count }),
  deleted: v.looseObject({ deleted: count }),
  document,
  documents: v.looseObject({ documents: v.array(document), total: count, next: v.nullable(count) }),
  search: v.looseObject({
    ...{ hits: v.array(hit), total: count, took: v.number(), isPartial: v.boolean(), system },
    facets: v.optional(v.record(v.string(), v.record(v.string(), count))),
    after: v.optional(v.string()),
    didYouMean: v.optional(v.string()),
    ignored: v.optional(v.array(v.string())),
  }),
  suggestions: v.looseObject({ suggestions: v.array(v.looseObject({ text: v.string() })) }),
  explained: v.looseObject({
    ...{
      query: v.string(),
      system,
      document: explainedDocument,
      other: v.optional(explainedDocument),
    },
    difference: v.optional(
      v.array(
        v.looseObject({
          label: v.string(),
          ...{ first: v.number(), second: v.number(), difference: v.number() },
        }),
      ),
    ),
  }),
  compared: v.looseObject({
    query: v.string(),
    systems: v.array(
      v.looseObject({
        ...{ name: v.string(), system, took: v.number(), total: count },
        hits: v.array(v.looseObject({ id: v.string(), rank: count, score: v.number() })),
        measures: v.optional(v.record(v.string(), v.number())),
      }),
    ),
    documents: v.record(v.string(), v.looseObject({ document, snippet: v.optional(snippet) })),
    moves: v.array(v.looseObject({ id: v.string(), ranks: v.array(v.nullable(count)) })),
    judged: v.boolean(),
  }),
  words: v.looseObject({
    total: count,
    words: v.array(figures),
    histograms: v.optional(
      v.record(v.string(), v.looseObject({ edges: v.array(v.number()), counts: v.array(count) })),
    ),
  }),
  word: v.looseObject({
    word: v.string(),
    terms: v.array(figures),
    neighbours: v.array(v.looseObject({ word: v.string(), cosine: v.number() })),
  }),
  judgements: v.looseObject({
    queries: v.array(
      v.looseObject({
        ...{ id: v.string(), text: v.string(), relevant: v.record(v.string(), v.number()) },
      }),
    ),
  }),
  judged: v.looseObject({ queries: count, judgements: count }),
  job,
  jobs: v.looseObject({ jobs: v.array(job) }),
  weights: v.looseObject({
    weights: v.array(v.looseObject({ id: v.string(), at: v.string(), ranker: v.string() })),
  }),
  models: v.looseObject({
    models: v.array(
      v.looseObject({ name: v.string(), kind: v.string(), hasSalience: v.boolean() }),
    ),
  }),
  publication,
  publications: v.looseObject({ current: publication, history: v.array(publication) }),
};

/**
 * The schemas of responses, for the OpenAPI document. The tests compare responses
 * with them. Objects may have more properties than a schema names.
 */

import * as v from "valibot";
import type { OperationName } from "../../src/api/operations.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const document = v.looseObject({ id: v.string() });

const system = v.looseObject({
  ranker: v.optional(v.string()),
  weights: v.optional(v.string()),
  rerank: v.optional(v.string()),
  depth: v.optional(count),
});

const activation = v.looseObject({ version: count, system, at: v.string() });

const snippet = v.looseObject({ text: v.string(), html: v.string() });

const explanation = v.looseObject({
  label: v.string(),
  value: v.number(),
  facts: v.record(v.string(), v.nullable(v.number())),
  formula: v.optional(v.string()),
  parts: v.array(v.unknown()),
});

const highlight = v.looseObject({ ranges: v.array(v.array(count)), html: v.string() });

const hit = v.looseObject({
  id: v.string(),
  score: v.number(),
  document,
  group: v.optional(v.looseObject({ value: v.unknown(), count })),
  highlights: v.optional(v.record(v.string(), highlight)),
  snippet: v.optional(snippet),
  explanation: v.optional(explanation),
});

const indexSummary = v.looseObject({
  name: v.string(),
  documents: count,
  bytes: count,
  ranker: v.string(),
  published: activation,
  damaged: v.optional(v.array(v.string())),
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

/** A job, as it is stored and returned. */
export const job: v.GenericSchema = v.looseObject({
  id: v.string(),
  index: v.string(),
  kind: v.picklist(["learn", "train", "evaluate"]),
  state: v.picklist(["waiting", "running", "done", "failed", "cancelled", "interrupted"]),
  created: v.string(),
  progress: v.array(v.looseObject({ stage: v.string(), done: v.number() })),
  points: v.array(v.looseObject({ series: v.string(), x: v.number(), y: v.number() })),
  error: v.optional(v.looseObject({ code: v.string(), message: v.string() })),
});

const status = v.looseObject({ status: v.string() });
const added = v.looseObject({ documents: count });
const judged = v.looseObject({ queries: count, judgements: count });
const history = v.looseObject({ current: activation, history: v.array(activation) });
const searchResponse = v.looseObject({
  ...{ hits: v.array(hit), total: count, took: v.number(), isPartial: v.boolean(), system },
  facets: v.optional(v.record(v.string(), v.record(v.string(), count))),
  after: v.optional(v.string()),
  didYouMean: v.optional(v.string()),
  isLowerBound: v.optional(v.literal(true)),
  ignored: v.optional(v.array(v.string())),
});

/** The schema of a response in JSON, by operation. */
export const RESPONSES: { readonly [Name in OperationName]?: v.GenericSchema } = {
  ...{ health: status, ready: status },
  listIndexes: v.looseObject({ indexes: v.array(indexSummary) }),
  createIndex: indexSummary,
  describeIndex: v.looseObject({
    ...indexSummary.entries,
    ...{ terms: count, postings: count, averageLength: v.number(), settings: v.looseObject({}) },
  }),
  ...{ addDocuments: added, putDocument: added, getDocument: document },
  deleteDocuments: v.looseObject({ deleted: count }),
  listDocuments: v.looseObject({
    documents: v.array(document),
    total: count,
    next: v.nullable(count),
  }),
  ...{ search: searchResponse, searchByAddress: searchResponse },
  similar: v.looseObject({ hits: v.array(hit) }),
  suggest: v.looseObject({ suggestions: v.array(v.looseObject({ text: v.string() })) }),
  explain: v.looseObject({
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
  compare: v.looseObject({
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
  listWords: v.looseObject({
    total: count,
    words: v.array(figures),
    histograms: v.optional(
      v.record(v.string(), v.looseObject({ edges: v.array(v.number()), counts: v.array(count) })),
    ),
  }),
  getWord: v.looseObject({
    word: v.string(),
    terms: v.array(figures),
    neighbours: v.array(v.looseObject({ word: v.string(), cosine: v.number() })),
  }),
  getJudgements: v.looseObject({
    queries: v.array(
      v.looseObject({
        ...{ id: v.string(), text: v.string(), relevant: v.record(v.string(), v.number()) },
      }),
    ),
  }),
  ...{ putJudgements: judged, importTrec: judged },
  ...{ startJob: job, getJob: job, cancelJob: job },
  listJobs: v.looseObject({ jobs: v.array(job) }),
  listWeights: v.looseObject({
    weights: v.array(v.looseObject({ id: v.string(), at: v.string(), ranker: v.string() })),
  }),
  listModels: v.looseObject({
    models: v.array(
      v.looseObject({ name: v.string(), kind: v.string(), hasSalience: v.boolean() }),
    ),
  }),
  ...{ getActive: history, activate: activation, rollBack: activation },
};

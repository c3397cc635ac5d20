/**
 * The schemas of requests. Each checks what a stranger sent, has the type that
 * the client has, and becomes a part of the OpenAPI document.
 */

import * as v from "valibot";
import type {
  CompareRequest,
  ExplainRequest,
  JobRequest,
  JudgementsRequest,
  NamedSystem,
  SearchRequest,
  System,
} from "../../src/client/index.ts";
import { LIMITS } from "./limits.ts";
import type { Schema } from "./route.ts";
import { NAME } from "./tasks/index-catalog.ts";

const RULE = `must be 1 to 64 of a-z, 0-9, "_" and "-" and begin with a letter or digit`;

/** The name of an index, of a model or of weights. */
export const name: Schema<string> = v.pipe(v.string(), v.regex(NAME, RULE));

/** What a person types to search. */
export const query: Schema<string> = v.pipe(
  v.string(),
  // Counted without encoding the text, which every search would do twice.
  v.check(
    (text) => Buffer.byteLength(text) <= LIMITS.queryBytes,
    `must have at most ${LIMITS.queryBytes} bytes`,
  ),
);

/** The id of a document. */
export const documentId: Schema<string> = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));

/** A whole number between two others. */
export function createIntegerSchema(min: number, max: number): Schema<number> {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(min, rule), v.maxValue(max, rule));
}

const ranker = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const measures = v.pipe(v.array(label), v.minLength(1), v.maxLength(16));

const anyObject = v.looseObject({});

/** An object with names of people's own, such as those of fields: it is passed on as it is, whatever its names. */
const data: typeof anyObject = {
  ...anyObject,
  "~run": (dataset, config) => {
    const { value } = dataset;
    const isObject = typeof value === "object" && value !== null;
    if (!isObject) return anyObject["~run"](dataset, config);
    return { typed: true, value: value as Record<string, unknown> };
  },
};

const system = {
  ranker: v.optional(ranker),
  weights: v.optional(name),
  rerank: v.optional(name),
  depth: v.optional(createIntegerSchema(1, LIMITS.rerankDepth)),
};

/** A way to rank. */
export const systemSchema: Schema<System> = v.strictObject(system);

const namedSystem: Schema<NamedSystem> = v.strictObject({ name: v.optional(label), ...system });

/** Most dimensions of a vector that a query brings. */
const DIMENSIONS = 8192;
const vector = v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(DIMENSIONS));

const searchOptions = {
  vector: v.optional(vector),
  withoutVector: v.optional(v.picklist(["refuse", "words"])),
  limit: v.optional(createIntegerSchema(0, LIMITS.hits)),
  offset: v.optional(createIntegerSchema(0, LIMITS.window - 1)),
  minMatch: v.optional(createIntegerSchema(1, 1024)),
  syntax: v.optional(v.boolean()),
  filter: v.optional(data),
  snippet: v.optional(
    v.union([v.boolean(), v.strictObject({ words: v.optional(createIntegerSchema(1, 1000)) })]),
  ),
  explain: v.optional(v.boolean()),
  total: v.optional(v.union([v.boolean(), createIntegerSchema(0, 1_000_000_000)])),
  didYouMean: v.optional(v.boolean()),
  timeout: v.optional(createIntegerSchema(1, LIMITS.longestTimeout)),
  fields: v.optional(v.union([v.array(label), data])),
  prefix: v.optional(v.union([v.boolean(), data])),
  fuzzy: v.optional(v.union([v.boolean(), v.number(), data])),
  facets: v.optional(v.union([v.array(v.union([label, data])), data])),
  sort: v.optional(v.union([label, v.array(v.union([label, data])), data])),
  after: v.optional(v.union([v.string(), v.array(v.unknown()), data])),
  highlight: v.optional(v.union([v.boolean(), v.array(label), data])),
  distinct: v.optional(v.union([label, data])),
};

/** A search. */
export const searchRequest: Schema<SearchRequest> = v.pipe(
  v.strictObject({ query, ...system, ...searchOptions }),
  v.check(
    ({ limit = 10, offset = 0 }) => limit + offset <= LIMITS.window,
    `asks for too much: offset + limit must be at most ${LIMITS.window}`,
  ),
) as unknown as Schema<SearchRequest>;

/** A question why. */
export const explainRequest: Schema<ExplainRequest> = v.strictObject({
  query,
  id: documentId,
  other: v.optional(documentId),
  syntax: v.optional(v.boolean()),
  fields: v.optional(v.union([v.array(label), data])),
  prefix: v.optional(v.boolean()),
  fuzzy: v.optional(v.union([v.boolean(), v.literal(1), v.literal(2)])),
  vector: v.optional(vector),
  ...system,
});

/** One query for several systems. */
export const compareRequest: Schema<CompareRequest> = v.strictObject({
  query,
  systems: v.pipe(v.array(namedSystem), v.minLength(1), v.maxLength(8)),
  limit: v.optional(createIntegerSchema(1, 100)),
  snippet: v.optional(v.boolean()),
  measures: v.optional(measures),
  filter: v.optional(data),
  vector: v.optional(vector),
}) as unknown as Schema<CompareRequest>;

/** Judgements to keep. */
export const judgementsRequest: Schema<JudgementsRequest> = v.strictObject({
  queries: v.pipe(
    v.array(
      v.strictObject({
        id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2048))),
        text: v.pipe(query, v.nonEmpty()),
        relevant: v.record(
          documentId as v.GenericSchema<string, string>,
          v.nullable(createIntegerSchema(-1000, 1000)),
        ),
      }),
    ),
    v.maxLength(10_000),
  ),
  mode: v.optional(v.picklist(["merge", "replace"])),
}) as unknown as Schema<JudgementsRequest>;

const seed = v.optional(createIntegerSchema(0, 2 ** 32 - 1));

/** What a job is asked to do. */
export const jobRequest: Schema<JobRequest> = v.variant("kind", [
  v.strictObject({
    kind: v.literal("learn"),
    name: v.optional(name),
    model: v.optional(v.picklist(["bm25", "lm", "tfidf"])),
    seed,
  }),
  v.strictObject({
    kind: v.literal("train"),
    name: v.optional(name),
    model: label,
    epochs: v.optional(createIntegerSchema(1, 100)),
    depth: v.optional(createIntegerSchema(1, LIMITS.rerankDepth)),
    measure: v.optional(label),
    seed,
  }),
  v.strictObject({
    kind: v.literal("evaluate"),
    systems: v.pipe(v.array(namedSystem), v.minLength(1), v.maxLength(16)),
    measures: v.optional(measures),
    correction: v.optional(v.picklist(["none", "bonferroni", "holm", "tukey"])),
  }),
]);

/** What an index is made with. */
export const indexRequest: Schema<{
  name: string;
  positions?: boolean | undefined;
  analysis?: object | undefined;
  fields?: object | undefined;
}> = v.strictObject({
  name,
  positions: v.optional(v.boolean()),
  analysis: v.optional(data),
  fields: v.optional(data),
});

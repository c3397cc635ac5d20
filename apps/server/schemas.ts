/**
 * The schemas of requests. Each checks what a stranger sent, has the type that
 * the client has, and becomes a part of the OpenAPI document.
 */

import * as v from "valibot";
import {
  LEARN_OPTIONS,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  SETTINGS_OPTIONS,
  TRAIN_OPTIONS,
} from "../../src/api/index.ts";
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
import { createBodyEntries, createIntegerSchema, data, label, name } from "./option-schemas.ts";
import type { Schema } from "./route.ts";

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

const { ranker, weights, rerank, depth, ...searchOptions } = {
  ...createBodyEntries(SCORING_OPTIONS),
  ...createBodyEntries(RESULT_OPTIONS),
};
const measures = v.pipe(v.array(label), v.minLength(1), v.maxLength(16));

const system = { ranker, weights, rerank, depth };

/** A way to rank. */
export const systemSchema: Schema<System> = v.strictObject(system);

const namedSystem: Schema<NamedSystem> = v.strictObject({
  name: v.optional(label),
  ...system,
});

/** A search. */
export const searchRequest: Schema<SearchRequest> = v.pipe(
  v.strictObject({ query, ...system, ...searchOptions }),
  v.check(
    ({ limit = 10, offset = 0 }) => limit + offset <= LIMITS.window,
    `asks for too much: offset + limit must be at most ${LIMITS.window}`,
  ),
);

/** Asks for the explanation of a score. */
export const explainRequest: Schema<ExplainRequest> = v.strictObject({
  query,
  id: documentId,
  other: v.optional(documentId),
  ...createBodyEntries(SCORING_OPTIONS),
  ...system,
});

const { filter, vector, vectorFallback, withoutVector } = searchOptions;

/** One query for several systems. */
export const compareRequest: Schema<CompareRequest> = v.strictObject({
  query,
  systems: v.pipe(v.array(namedSystem), v.minLength(1), v.maxLength(8)),
  limit: v.optional(createIntegerSchema(1, 100)),
  snippet: v.optional(v.boolean()),
  measures: v.optional(measures),
  ...{ filter, vector, vectorFallback, withoutVector },
});

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

/** What a job is asked to do. */
export const jobRequest: Schema<JobRequest> = v.variant("kind", [
  v.strictObject({
    kind: v.literal("learn"),
    name: v.optional(name),
    ...createBodyEntries(LEARN_OPTIONS),
  }),
  v.strictObject({
    kind: v.literal("train"),
    name: v.optional(name),
    model: label,
    ...createBodyEntries(TRAIN_OPTIONS),
    ...createBodyEntries(SETTINGS_OPTIONS),
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

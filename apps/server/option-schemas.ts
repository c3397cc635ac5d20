/** The schemas of options, from their declarations in src/api: as JSON in a body, and as text in an address. */

import * as v from "valibot";
import {
  type ApiOption,
  OPTION_TABLES,
  type OptionTableName,
  type OptionType,
} from "../../src/api/index.ts";
import { parseFilterText } from "../../src/search/filter-text.ts";
import { LIMITS } from "./limits.ts";
import {
  booleanParam,
  boostParam,
  countParam,
  createIntegerParam,
  createListParam,
  filterParam,
  jsonParam,
  objectParam,
} from "./query-params.ts";
import type { Schema } from "./route.ts";
import { NAME } from "./tasks/index-catalog.ts";

/** The name of an index, of a model or of weights. */
export const name: Schema<string> = v.pipe(
  v.string(),
  v.regex(NAME, `must be 1 to 64 of a-z, 0-9, "_" and "-" and begin with a letter or digit`),
);

/** A short text, such as the name of a field. */
export const label: Schema<string> = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** A query that a person types. */
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

const anyObject = v.looseObject({});

/** An object whose property names users choose, such as fields. It is passed on unchanged, whatever its names. */
export const data: Schema<object> = {
  ...anyObject,
  "~run": (dataset, config) => {
    const { value } = dataset;
    const isObject = typeof value === "object" && value !== null;
    if (!isObject) return anyObject["~run"](dataset, config);
    return { typed: true, value: value as Record<string, unknown> };
  },
} as typeof anyObject;

/** A whole number between two others. */
export function createIntegerSchema(min: number, max: number): Schema<number> {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(min, rule), v.maxValue(max, rule));
}

/** A filter, or the text of one, which becomes the filter: keys add their own to it. */
const filter: v.GenericSchema = v.union([
  data,
  v.pipe(v.string(), v.maxLength(LIMITS.queryBytes), v.transform(parseFilterText)),
]);

const labels = v.array(label);
const createText = ({ httpMin = 1, httpMax = 200 }: ApiOption): v.GenericSchema =>
  v.pipe(v.string(), v.minLength(httpMin), v.maxLength(httpMax));
const createBounded = ({ min = 0, httpMin = min, httpMax = 0 }: ApiOption): v.GenericSchema =>
  createIntegerSchema(httpMin, httpMax);
const createFlagOr = (table: OptionTableName) => (): v.GenericSchema =>
  v.union([v.boolean(), createObject(table)]);
const createObject = (...tables: readonly OptionTableName[]): v.GenericSchema =>
  v.strictObject(createBodyEntries(tables));

/** The schema of a value in JSON, by the name of its type. Types without one are not on HTTP. */
const BODY: Readonly<Partial<Record<OptionType, (declaration: ApiOption) => v.GenericSchema>>> = {
  flag: () => v.boolean(),
  integer: createBounded,
  count: ({ httpMax = 0 }) => v.union([v.boolean(), createIntegerSchema(1, httpMax)]),
  milliseconds: createBounded,
  choice: ({ choices = [] }) => v.union(choices.map((choice) => v.literal(choice))),
  tag: createText,
  cursor: () => v.string(),
  field: () => label,
  names: () => labels,
  properties: () => labels,
  words: ({ httpMax = 0 }) => v.pipe(labels, v.maxLength(httpMax)),
  synonyms: createText,
  ranker: createText,
  fields: () => v.union([labels, data]),
  vector: ({ httpMax = 0 }) => v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(httpMax)),
  weights: () => name,
  rerank: () => name,
  filter: () => filter,
  rules: ({ httpMax = 0 }) => v.pipe(v.array(data), v.maxLength(httpMax)),
  boosts: ({ httpMax = 0 }) => v.union([data, v.pipe(v.array(data), v.maxLength(httpMax))]),
  sort: () => v.union([label, labels]),
  facets: () => v.union([labels, data]),
  snippet: createFlagOr("SNIPPET"),
  highlight: createFlagOr("HIGHLIGHT"),
  query: ({ httpMin = 0 }) => (httpMin === 0 ? query : v.pipe(query, v.nonEmpty())),
  id: () => documentId,
  ids: ({ httpMax = 0 }) => v.pipe(v.array(documentId), v.maxLength(httpMax)),
  name: () => name,
  text: createText,
  data: () => data,
  file: () => v.string(),
  measures: () => v.pipe(labels, v.minLength(1), v.maxLength(16)),
  systems: ({ httpMax = 0 }) =>
    v.pipe(v.array(createObject("NAMED_SYSTEM", "SYSTEM")), v.minLength(1), v.maxLength(httpMax)),
  judgedQueries: ({ httpMax = 0 }) =>
    v.pipe(v.array(createObject("JUDGED_QUERY")), v.maxLength(httpMax)),
  grades: () =>
    v.record(
      documentId as v.GenericSchema<string, string>,
      v.nullable(createIntegerSchema(-1000, 1000)),
    ),
  rankerName: createText,
  measure: () => label,
  rate: () => v.pipe(v.number(), v.minValue(0, "must be a number ≥ 0")),
  share: () => v.union([v.literal("auto"), v.pipe(v.number(), v.gtValue(0), v.maxValue(1))]),
};

const text: v.GenericSchema = v.string();

/** Reads a value from an address, by the name of its type. The schema of the body checks it. */
const QUERY: typeof BODY = {
  ...BODY,
  flag: () => booleanParam,
  integer: ({ min = 0, httpMin = min, httpMax = 0 }) => createIntegerParam(httpMin, httpMax),
  milliseconds: ({ httpMin = 0, httpMax = 0 }) => createIntegerParam(httpMin, httpMax),
  count: () => countParam,
  choice: ({ choices = [] }) => (choices.includes(true) ? countParam : text),
  names: () => createListParam(),
  properties: () => createListParam(),
  words: () => createListParam(),
  fields: () => createListParam(),
  sort: () => createListParam(),
  facets: () => createListParam(),
  vector: () => createListParam(Number),
  filter: () => filterParam,
  boosts: () => boostParam,
  rules: () => jsonParam,
  snippet: () => objectParam,
  highlight: () => objectParam,
};

/** The options of tables as entries of a JSON object. */
export function createBodyEntries(tables: readonly OptionTableName[]): v.ObjectEntries {
  return createEntries(tables, BODY, "post");
}

/** The same for a change, in which null resets an option. */
export function createChangeEntries(tables: readonly OptionTableName[]): v.ObjectEntries {
  return Object.fromEntries(
    Object.entries(createBodyEntries(tables)).map(([option, schema]) => {
      const { wrapped = schema } = schema as { readonly wrapped?: v.GenericSchema };
      return [option, v.optional(v.nullable(wrapped as v.GenericSchema))];
    }),
  );
}

/** The options of tables as parameters of an address. The schemas of a body check the values. */
export function createQueryEntries(tables: readonly OptionTableName[]): v.ObjectEntries {
  return createEntries(tables, QUERY, "get");
}

function createEntries(
  tables: readonly OptionTableName[],
  schemas: typeof BODY,
  surface: "post" | "get",
): v.ObjectEntries {
  const declared = tables
    .flatMap((table) => Object.entries(OPTION_TABLES[table]))
    .filter(([, { not }]) => not?.[surface] === undefined);
  return Object.fromEntries(
    declared.map(([option, each]) => {
      const schema = schemas[each.type]?.(each);
      if (schema === undefined) throw new Error(`HTTP has no option of type ${each.type}`);
      return [option, each.isRequired === true ? schema : v.optional(schema)];
    }),
  );
}

/** The schemas of options, from their declarations in src/api: as JSON in a body, and as text in an address. */

import * as v from "valibot";
import {
  type ApiOption,
  HIGHLIGHT_OPTIONS,
  type HttpOptionValue,
  type OptionTable,
  type OptionType,
  SNIPPET_OPTIONS,
} from "../../src/api/index.ts";
import {
  booleanParam,
  countParam,
  createIntegerParam,
  createListParam,
  jsonParam,
  objectParam,
} from "./query-params.ts";
import type { Schema } from "./route.ts";
import { NAME } from "./tasks/index-catalog.ts";

/** A schema for each option of a table. */
type Entries<Table> = {
  readonly [Name in keyof Table]: v.OptionalSchema<
    Schema<NonNullable<HttpOptionValue<Table[Name]>>>,
    undefined
  >;
};

/** The name of an index, of a model or of weights. */
export const name: Schema<string> = v.pipe(
  v.string(),
  v.regex(NAME, `must be 1 to 64 of a-z, 0-9, "_" and "-" and begin with a letter or digit`),
);

/** A short text, such as the name of a field. */
export const label: Schema<string> = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

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

const labels = v.array(label);
const createText = ({ httpMax = 200 }: ApiOption): v.GenericSchema =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(httpMax));
const createBounded = ({ min = 0, httpMin = min, httpMax = 0 }: ApiOption): v.GenericSchema =>
  createIntegerSchema(httpMin, httpMax);
const createFlagOr = (table: OptionTable) => (): v.GenericSchema =>
  v.union([v.boolean(), v.strictObject(createBodyEntries(table))]);

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
  words: ({ httpMax = 0 }) => v.pipe(labels, v.maxLength(httpMax)),
  synonyms: createText,
  ranker: createText,
  fields: () => v.union([labels, data]),
  vector: ({ httpMax = 0 }) => v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(httpMax)),
  weights: () => name,
  rerank: () => name,
  filter: () => data,
  sort: () => v.union([label, labels]),
  facets: () => v.union([labels, data]),
  snippet: createFlagOr(SNIPPET_OPTIONS),
  highlight: createFlagOr(HIGHLIGHT_OPTIONS),
  rankerName: createText,
  measure: () => label,
  rate: () => v.pipe(v.number(), v.minValue(0, "must be a number ≥ 0")),
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
  words: () => createListParam(),
  fields: () => createListParam(),
  sort: () => createListParam(),
  facets: () => createListParam(),
  vector: () => createListParam(Number),
  filter: () => jsonParam,
  snippet: () => objectParam,
  highlight: () => objectParam,
};

/** The options of a table as entries of a JSON object, all optional. */
export function createBodyEntries<Table extends OptionTable>(table: Table): Entries<Table> {
  return createEntries(table, BODY, "post");
}

/** The options of a table as parameters of an address, all optional. */
export function createQueryEntries<Table extends OptionTable>(table: Table): Entries<Table> {
  return createEntries(table, QUERY, "get");
}

function createEntries<Table extends OptionTable>(
  table: Table,
  schemas: typeof BODY,
  surface: "post" | "get",
): Entries<Table> {
  const declared = Object.entries(table).filter(([, { not }]) => not?.[surface] === undefined);
  return Object.fromEntries(
    declared.map(([option, each]) => {
      const createSchema = schemas[each.type];
      if (createSchema === undefined) throw new Error(`HTTP has no option of type ${each.type}`);
      return [option, v.optional(createSchema(each))];
    }),
  ) as unknown as Entries<Table>;
}

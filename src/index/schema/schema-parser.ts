/**
 * Parses and checks the fields of a schema: from options, from a commit, and from one line of text
 * such as `title^3,body,category:keyword,tags:keyword[],price:number`.
 */

import { isWellFormed } from "../../common/bytes/index.ts";
import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { type AnalyzerOptions, completeOptions } from "../../text/index.ts";
import {
  checkWeight,
  type Field,
  type FieldOptions,
  type FieldType,
  fieldOptionError,
  parseFieldType,
  type SchemaOptions,
  type TextField,
  type ValueType,
} from "./field.ts";

/** Maximum number of fields of an index. */
export const MAX_FIELDS = 1000;
/** Maximum number of names in a path. */
export const MAX_PATH_DEPTH = 20;
/** Maximum length of a path, in UTF-16 units. */
const MAX_PATH_LENGTH = 1024;

const OPTIONS: Readonly<Record<keyof FieldOptions, true>> = {
  type: true,
  weight: true,
  b: true,
  analyzer: true,
  stored: true,
  searchable: true,
  filter: true,
  facet: true,
  sort: true,
};

/** Parses a field from options: a type, or an object. A text gets `number`. */
export function parseField(name: string, input: unknown, number: number): Field {
  checkPath(name);
  const options = typeof input === "string" ? { type: input } : input;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw fieldOptionError(name, "must be a type or an object of options");
  }
  for (const option of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, option)) continue;
    const optionNames = Object.keys(OPTIONS).join(", ");
    throw fieldOptionError(name, `has no option ${quote(option)}; it has ${optionNames}`);
  }
  return completeField(name, options as FieldOptions, number);
}

/** Parses a field as a commit stores it. */
export function parseStoredField(input: unknown): Field {
  if (typeof input !== "object" || input === null) throw badArgument("a field must be an object");
  const { name, type, isArray, stored, filter, facet, sort, text } = input as Partial<Field>;
  if (typeof name !== "string") throw badArgument("a field must have a name");
  if (typeof isArray !== "boolean") throw fieldOptionError(name, "must say whether it is an array");
  if (text !== undefined && (typeof text !== "object" || text === null)) {
    throw fieldOptionError(name, "must have its text as an object");
  }
  const { number = 1, weight, b, analysis } = text ?? {};
  const options = { stored, filter, facet, sort, searchable: text !== undefined };
  checkPath(name);
  const typeText = `${type}${isArray ? "[]" : ""}` as NonNullable<FieldOptions["type"]>;
  const more = text === undefined ? {} : { weight, b, analyzer: analysis };
  return completeField(name, { type: typeText, ...options, ...more }, number);
}

function completeField(name: string, options: FieldOptions, number: number): Field {
  const { type: typeName = "text", stored = true, weight, b, analyzer } = options;
  const { type, isArray } = parseFieldType(name, typeName);
  const isText = type === "text";
  if ((name === "title" || name === "text") && (isArray || !(isText || type === "keyword"))) {
    throw fieldOptionError(name, "is a title or a text and must be of type text or keyword");
  }
  const isGeo = type === "geo";
  const { filter = !isText, facet = !isText && !isGeo } = options;
  const { sort = !isText && (!isArray || isGeo) } = options;
  const { searchable = isText } = options;
  const flags = { stored, filter, facet, sort, searchable };
  for (const [option, value] of Object.entries(flags)) {
    if (typeof value !== "boolean")
      throw fieldOptionError(name, `option ${option} must be true or false`);
  }
  if (isText && (filter || facet || sort)) {
    throw fieldOptionError(name, "is a text; filter, facet and sort need a keyword");
  }
  if (facet && isGeo)
    throw fieldOptionError(name, "is a geo point, whose values are not counted as facets");
  if (sort && isArray && !isGeo)
    throw fieldOptionError(name, "is an array, which results cannot be sorted by");
  if (!isText && searchable)
    throw fieldOptionError(name, `is a ${type}; only a text is searchable`);
  if (!searchable && (weight !== undefined || b !== undefined || analyzer !== undefined)) {
    throw fieldOptionError(name, "is not a searchable text and has no weight, b or analyzer");
  }
  const field = { name, type: type as ValueType, isArray, stored, filter, facet, sort };
  return searchable ? { ...field, text: parseTextField(name, number, weight, b, analyzer) } : field;
}

function parseTextField(
  name: string,
  number: number,
  weight: number = 1,
  b: number | undefined,
  analyzer: AnalyzerOptions | undefined,
): TextField {
  checkWeight(name, weight);
  if (b !== undefined && !(typeof b === "number" && b >= 0 && b <= 1)) {
    throw fieldOptionError(name, `must have a b from 0 to 1, got ${String(b)}`);
  }
  return {
    number,
    weight,
    ...defined({ b }),
    ...(analyzer === undefined ? {} : { analysis: completeOptions(analyzer) }),
  };
}

function checkPath(name: string): void {
  const parts = name.split(".");
  if (name.length > MAX_PATH_LENGTH || !isWellFormed(name) || /^\p{Cc}/u.test(name)) {
    throw badArgument(
      `a field name must be at most ${MAX_PATH_LENGTH} characters of well-formed text that does not begin with a control character, got ${quote(name)}`,
      { field: name },
    );
  }
  if (parts.includes("")) {
    throw badArgument(`a field name must not have an empty part, got ${quote(name)}`, {
      field: name,
    });
  }
  if (parts.length > MAX_PATH_DEPTH) {
    throw badArgument(
      `a field is nested at most ${MAX_PATH_DEPTH} deep, got ${parts.length} in ${quote(name)}`,
      { field: name },
    );
  }
  if (parts.includes("__proto__")) {
    throw badArgument(`a field must not be named "__proto__", got ${quote(name)}`, { field: name });
  }
  if (name === "id") throw badArgument('"id" names a document and cannot be a field');
}

/**
 * Parses fields separated by commas, each a name, optionally `:` and a type, optionally `^` and a
 * weight.
 */
export function parseSchemaString(text: string): SchemaOptions {
  const fields: [string, FieldOptions][] = [];
  for (const entry of text.split(",")) {
    const shape = /^\s*([^:^\s]+)\s*(?::\s*([^:^\s]+)\s*)?(?:\^\s*([^:^\s]+)\s*)?$/.exec(entry);
    if (shape === null) {
      throw badArgument(
        `a field is written name, name:type or name^weight, got ${quote(entry.trim())}`,
      );
    }
    const [, name = "", type, weight] = shape;
    fields.push([
      name,
      {
        ...(type === undefined ? {} : { type: type as FieldType }),
        ...(weight === undefined ? {} : { weight: Number(weight) }),
      },
    ]);
  }
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw badArgument(`a field is named twice in ${quote(text)}`);
  }
  return Object.fromEntries(fields);
}

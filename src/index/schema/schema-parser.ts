/** Reads and checks one field of a schema: as a person wrote it, and as a commit stores it. */

import { isWellFormed } from "../../common/bytes/index.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { type AnalyzerOptions, completeOptions } from "../../text/index.ts";
import type { Field, FieldOptions, TextField } from "./field.ts";
import { parseFieldType, type ValueType } from "./field-type.ts";
import { broken, checkWeight } from "./field-weight.ts";

/** Fields of an index. */
export const MOST_FIELDS = 1000;
/** Names in a path. */
export const DEEPEST_PATH = 20;
/** Of a path, in UTF-16 units. */
const LONGEST_PATH = 1024;

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

/** A field as a person wrote it: a type, or options. A text gets `number`. */
export function parseField(name: string, given: unknown, number: number): Field {
  checkPath(name);
  const options = typeof given === "string" ? { type: given } : given;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw broken(name, "must be a type or an object of options");
  }
  for (const option of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, option)) continue;
    const known = Object.keys(OPTIONS).join(", ");
    throw broken(name, `has no option ${quote(option)}; it has ${known}`);
  }
  return complete(name, options as FieldOptions, number);
}

/** A field as a commit stores it. */
export function storedField(given: unknown): Field {
  if (typeof given !== "object" || given === null) throw badArgument("a field must be an object");
  const { name, type, isArray, stored, filter, facet, sort, text } = given as Partial<Field>;
  if (typeof name !== "string") throw badArgument("a field must have a name");
  if (typeof isArray !== "boolean") throw broken(name, "must say whether it is an array");
  if (text !== undefined && (typeof text !== "object" || text === null)) {
    throw broken(name, "must have its text as an object");
  }
  const { number = 1, weight, b, analysis } = text ?? {};
  const options = { stored, filter, facet, sort, searchable: text !== undefined };
  checkPath(name);
  const shown = `${type}${isArray ? "[]" : ""}` as NonNullable<FieldOptions["type"]>;
  const more = text === undefined ? {} : { weight, b, analyzer: analysis };
  return complete(name, { type: shown, ...options, ...more }, number);
}

function complete(name: string, options: FieldOptions, number: number): Field {
  const { type: named = "text", stored = true, weight, b, analyzer } = options;
  const { type, isArray } = parseFieldType(name, named);
  const isText = type === "text";
  if ((name === "title" || name === "text") && (isArray || !(isText || type === "keyword"))) {
    throw broken(name, "is a title or a text and must be of type text or keyword");
  }
  const { filter = !isText, facet = !isText, sort = !isText && !isArray } = options;
  const { searchable = isText } = options;
  const flags = { stored, filter, facet, sort, searchable };
  for (const [option, value] of Object.entries(flags)) {
    if (typeof value !== "boolean") throw broken(name, `option ${option} must be true or false`);
  }
  if (isText && (filter || facet || sort)) {
    throw broken(name, "is a text; filter, facet and sort need a keyword");
  }
  if (sort && isArray) throw broken(name, "is an array, which results cannot be sorted by");
  if (!isText && searchable) throw broken(name, `is a ${type}; only a text is searchable`);
  if (!searchable && (weight !== undefined || b !== undefined || analyzer !== undefined)) {
    throw broken(name, "is not a searchable text and has no weight, b or analyzer");
  }
  const kept = { name, type: type as ValueType, isArray, stored, filter, facet, sort };
  return searchable ? { ...kept, text: textField(name, number, weight, b, analyzer) } : kept;
}

function textField(
  name: string,
  number: number,
  weight: number = 1,
  b: number | undefined,
  analyzer: AnalyzerOptions | undefined,
): TextField {
  checkWeight(name, weight);
  if (b !== undefined && !(typeof b === "number" && b >= 0 && b <= 1)) {
    throw broken(name, `must have a b from 0 to 1, got ${String(b)}`);
  }
  return {
    number,
    weight,
    ...(b === undefined ? {} : { b }),
    ...(analyzer === undefined ? {} : { analysis: completeOptions(analyzer) }),
  };
}

function checkPath(name: string): void {
  const parts = name.split(".");
  if (name.length > LONGEST_PATH || !isWellFormed(name) || /^\p{Cc}/u.test(name)) {
    throw badArgument(
      `a field name must be at most ${LONGEST_PATH} characters of well-formed text that does not begin with a control character, got ${quote(name)}`,
      { field: name },
    );
  }
  if (parts.includes("")) {
    throw badArgument(`a field name must not have an empty part, got ${quote(name)}`, {
      field: name,
    });
  }
  if (parts.length > DEEPEST_PATH) {
    throw badArgument(
      `a field is nested at most ${DEEPEST_PATH} deep, got ${parts.length} in ${quote(name)}`,
      { field: name },
    );
  }
  if (parts.includes("__proto__")) {
    throw badArgument(`a field must not be named "__proto__", got ${quote(name)}`, { field: name });
  }
  if (name === "id") throw badArgument('"id" names a document and cannot be a field');
}

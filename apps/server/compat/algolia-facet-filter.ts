/** One condition on a facet, as Algolia's clients write values: as text, whatever they are in documents. */

import type { Filter, Scalar } from "../../../src/index.ts";

/** The declared types of fields by name; undefined if the index has none declared. */
export type FieldTypes = ReadonlyMap<string, string> | undefined;

/** The documents with a value in a field. Of a field that is not declared it may have any type. */
export function createFacetFilter(field: string, text: string, types: FieldTypes): Filter {
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  const isBoolean = text === "true" || text === "false";
  const type = types?.get(field);
  if (type === "number" || type === "date") return { [field]: isNumber ? Number(text) : text };
  if (type === "boolean") return { [field]: isBoolean ? text === "true" : text };
  if (type !== undefined || (!isNumber && !isBoolean)) return { [field]: text };
  const other: Scalar = isBoolean ? text === "true" : Number(text);
  return { or: [{ [field]: text }, { [field]: other }] };
}

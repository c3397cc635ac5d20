/**
 * A schema on one line, as the program takes it:
 * `title^3,body,category:keyword,tags:keyword[],price:number`.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { FieldOptions, SchemaOptions } from "./field.ts";
import type { FieldType } from "./field-type.ts";

/** Fields with commas between, each a name, perhaps `:` and a type, perhaps `^` and a weight. */
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

/**
 * Checks values against the JSON Schemas of responses, which derive from the
 * interfaces in src/api. Objects may have more properties than a schema names.
 */

import * as v from "valibot";
import { RESPONSE_SCHEMAS } from "../../src/api/response-schemas.generated.ts";

/** The part of JSON Schema that responses use. */
interface JsonSchema {
  readonly $ref?: string;
  readonly const?: string | boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
}

/** JSON has no NaN and no infinity: they are null. */
const number = v.nullable(v.number());
const SIMPLE = {
  ...{ string: v.string(), number, boolean: v.boolean(), null: v.null() },
  integer: v.pipe(v.number(), v.integer(), v.minValue(0)),
};

/** The check of a JSON Schema. */
export function createResponseSchema(schema: object): v.GenericSchema {
  const { $ref, const: value, enum: values, anyOf, type, ...rest } = schema as JsonSchema;
  const { items = {}, properties, required = [], additionalProperties } = rest;
  if ($ref !== undefined) return v.lazy(() => createNamedSchema($ref.split("/").at(-1) ?? ""));
  if (value !== undefined) return v.literal(value);
  if (values !== undefined) return v.picklist(values);
  if (anyOf !== undefined) return v.union(anyOf.map(createResponseSchema));
  if (type === undefined) return v.unknown();
  if (type === "array") return v.array(createResponseSchema(items));
  if (type !== "object") return SIMPLE[type];
  if (additionalProperties !== undefined) {
    return v.record(v.string(), createResponseSchema(additionalProperties));
  }
  const entries = Object.entries(properties ?? {}).map(([name, each]) => {
    const entry = createResponseSchema(each);
    return [name, required.includes(name) ? entry : v.optional(entry)] as const;
  });
  return v.looseObject(Object.fromEntries(entries));
}

/** The check of a declared type, such as `Job`. */
export function createNamedSchema(name: string): v.GenericSchema {
  return createResponseSchema(RESPONSE_SCHEMAS[name] ?? {});
}

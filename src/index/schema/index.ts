/** The schema of an index: which fields documents have, and how each is kept. */

export type { Field, FieldOptions, SchemaOptions, TextField } from "./field.ts";
export { type FieldType, fieldTypeText, VALUE_TYPES, type ValueType } from "./field-type.ts";
export { Schema, type SearchableField } from "./schema.ts";
export { checkWeight, DEEPEST_PATH, MOST_FIELDS } from "./schema-parser.ts";

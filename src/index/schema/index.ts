/** The schema of an index: which fields documents have, and how each is kept. */

export {
  checkValues,
  type DocumentValues,
  dateOf,
  LONGEST_KEYWORD,
  storedPart,
  valuesOf,
} from "./document-fields.ts";
export type { Field, FieldOptions, SchemaOptions, TextField } from "./field.ts";
export { fieldAnalyzers, termOfForm } from "./field-analyzers.ts";
export {
  type FieldChoice,
  hasWeights,
  type SearchedField,
  searchedFields,
} from "./field-choice.ts";
export { fieldOfBytes, fieldOfText, fieldPrefix, withoutField } from "./field-terms.ts";
export { type FieldType, fieldTypeText, VALUE_TYPES, type ValueType } from "./field-type.ts";
export { Schema, type SearchableField } from "./schema.ts";
export { DEEPEST_PATH, MOST_FIELDS } from "./schema-parser.ts";
export { recordWithFields, textFieldOf } from "./table-values.ts";
export { parseWrittenSchema } from "./written-schema.ts";

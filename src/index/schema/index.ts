/** The schema of an index: the fields of documents and their options. */

export {
  checkValues,
  type DocumentValues,
  MAX_KEYWORD_LENGTH,
  parseDate,
  readFieldValues,
  removeUnstored,
} from "./document-fields.ts";
export type { Field, FieldOptions, SchemaOptions, TextField } from "./field.ts";
export { type FieldType, formatFieldType, VALUE_TYPES, type ValueType } from "./field.ts";
export {
  openFieldAnalyzers,
  parseFieldNumber,
  readFieldNumber,
  stripField,
  toFieldPrefix,
  toIndexTerm,
} from "./field-terms.ts";
export {
  formatGeoPoint,
  GEO_POINT_RULE,
  type GeoPoint,
  isGeoPoint,
  parseGeoPoint,
  readGeoText,
} from "./geo-point.ts";
export {
  type FieldChoice,
  hasWeights,
  resolveFields,
  type SearchedField,
} from "./resolve-fields.ts";
export { Schema, type SearchableField } from "./schema.ts";
export { MAX_FIELDS, MAX_PATH_DEPTH, parseSchemaString } from "./schema-parser.ts";
export { findTextField, toFieldedRecord } from "./table-values.ts";

/** Columns: typed values of documents by field, for filters, facets and sorting. */

export { type CodeRange, type Codes, Column } from "./column.ts";
export { ColumnBuilder, type ColumnPart } from "./column-builder.ts";
export { ColumnsFile, writeColumns } from "./columns-file.ts";
export { dateText } from "./date-text.ts";
export {
  type ColumnField,
  columnFields,
  FITTING_VALUES,
  fittingValue,
  fittingValues,
} from "./field-value.ts";
export { mergeColumns } from "./merged-columns.ts";
export { compareValues, type PresentValue, type Scalar } from "./scalar.ts";
export { segmentColumns } from "./segment-columns.ts";
export { valueAt, type WantedColumn } from "./stored-columns.ts";

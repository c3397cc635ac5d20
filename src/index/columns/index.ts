/** Columns: typed values of documents by field, for filters, facets and sorting. */

export { Column, narrowOrdinals, type OrdinalRange, type Ordinals } from "./column.ts";
export { ColumnBuilder, type ColumnPart } from "./column-builder.ts";
export {
  COLUMN_VALUE_RULES,
  type ColumnField,
  listColumnFields,
  toColumnValue,
  toColumnValues,
} from "./column-value.ts";
export { ColumnsFile, writeColumns } from "./columns-file.ts";
export { mergeColumns } from "./merge-columns.ts";
export { compareValues, formatDate, type NonNullScalar, type Scalar } from "./scalar.ts";
export { type RequestedColumn, readPath, readSegmentColumns } from "./segment-columns.ts";
export { NumberTable } from "./value-table.ts";

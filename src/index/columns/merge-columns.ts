/** Writes the columns of a merged segment. */

import type { FrameWriter } from "../files/frame-writer.ts";
import type { Segment } from "../segments/segment.ts";
import { ColumnBuilder } from "./column-builder.ts";
import type { ColumnField } from "./column-value.ts";
import { type NamedColumn, writeColumns } from "./columns-file.ts";
import { readSegmentColumns } from "./segment-columns.ts";

/** A segment and its documents that the merged segment contains, in their new order. */
export interface ColumnsInput {
  readonly segment: Segment;
  readonly documents: Uint32Array;
}

/** Writes the columns of `fields` for the documents of all inputs, one field at a time. */
export async function mergeColumns(
  frame: FrameWriter,
  fields: readonly ColumnField[],
  inputs: readonly ColumnsInput[],
): Promise<void> {
  const columns: NamedColumn[] = [];
  for (const field of fields) {
    const builder = new ColumnBuilder();
    for (const { segment, documents } of inputs) {
      const column = (await readSegmentColumns(segment, [field])).get(field.name);
      if (column !== undefined) builder.appendColumn(column, documents);
    }
    columns.push({ field, column: builder.finish() });
  }
  const count = inputs.reduce((sum, { documents }) => sum + documents.length, 0);
  await writeColumns(frame, count, columns);
}

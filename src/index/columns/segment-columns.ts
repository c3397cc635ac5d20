/** The columns of a segment: from its file, or from its stored fields where the file has none of a field. */

import type { Segment } from "../segments/segment.ts";
import { Column, narrowOrdinals } from "./column.ts";
import { buildStoredColumns, type RequestedColumn } from "./stored-columns.ts";
import { ValueList } from "./value-table.ts";

const columnCache = new WeakMap<Segment, Map<string, Promise<Column>>>();

/**
 * The columns of the wanted fields, by name. Those that must be made from stored
 * fields are made in one pass and kept with the segment. A declared field of
 * which a segment knows nothing is without a value in all its documents;
 * `BAD_ARGUMENT` for an undeclared one in an index without stored fields.
 */
export async function readSegmentColumns(
  segment: Segment,
  requested: readonly RequestedColumn[],
): Promise<ReadonlyMap<string, Column>> {
  const file = await segment.columns();
  const columns = new Map<string, Column>();
  const missing = new Map<string, RequestedColumn>();
  for (const field of requested) {
    const column = field.type === undefined ? undefined : file?.column(field);
    if (column !== undefined) columns.set(field.name, column);
    else if (field.type !== undefined && segment.record.files.stored === undefined) {
      columns.set(field.name, createEmptyColumn(segment.documents.count));
    } else missing.set(toColumnKey(field), field);
  }
  if (missing.size === 0) return columns;
  const built = buildMissingColumns(segment, missing);
  for (const [key, field] of missing)
    columns.set(field.name, await (built.get(key) as Promise<Column>));
  return columns;
}

function buildMissingColumns(
  segment: Segment,
  requested: ReadonlyMap<string, RequestedColumn>,
): ReadonlyMap<string, Promise<Column>> {
  const columns = columnCache.get(segment) ?? new Map<string, Promise<Column>>();
  columnCache.set(segment, columns);
  const missing = [...requested].filter(([key]) => !columns.has(key));
  if (missing.length === 0) return columns;
  const built = buildStoredColumns(
    segment,
    missing.map(([, field]) => field),
  );
  for (const [i, [key]] of missing.entries()) {
    const column = built.then((all) => all[i] as Column);
    columns.set(key, column);
    column.catch(() => columns.delete(key)); // told to whoever asked; the next one tries again
  }
  return columns;
}

function toColumnKey({ name, type }: RequestedColumn): string {
  return `${type ?? ""} ${name}`;
}

function createEmptyColumn(documents: number): Column {
  return new Column(new ValueList([]), narrowOrdinals(new Uint32Array(documents), 0));
}

/** The columns of a segment: from its file, or from its stored fields where the file has none of a field. */

import type { Segment } from "../segments/segment.ts";
import { Column, narrowCodes } from "./column.ts";
import { storedColumns, type WantedColumn } from "./stored-columns.ts";
import { ValueList } from "./value-table.ts";

const known = new WeakMap<Segment, Map<string, Promise<Column>>>();

/**
 * The columns of the wanted fields, by name. Those that must be made from stored
 * fields are made in one pass and kept with the segment. A declared field of
 * which a segment knows nothing is without a value in all its documents;
 * `BAD_ARGUMENT` for an undeclared one in an index without stored fields.
 */
export async function segmentColumns(
  segment: Segment,
  wanted: readonly WantedColumn[],
): Promise<ReadonlyMap<string, Column>> {
  const file = await segment.columns();
  const found = new Map<string, Column>();
  const missing = new Map<string, WantedColumn>();
  for (const field of wanted) {
    const column = field.type === undefined ? undefined : file?.column(field);
    if (column !== undefined) found.set(field.name, column);
    else if (field.type !== undefined && segment.record.files.stored === undefined) {
      found.set(field.name, emptyColumn(segment.documents.count));
    } else missing.set(keyOf(field), field);
  }
  if (missing.size === 0) return found;
  const made = madeColumns(segment, missing);
  for (const [key, field] of missing)
    found.set(field.name, await (made.get(key) as Promise<Column>));
  return found;
}

function madeColumns(
  segment: Segment,
  wanted: ReadonlyMap<string, WantedColumn>,
): ReadonlyMap<string, Promise<Column>> {
  const columns = known.get(segment) ?? new Map<string, Promise<Column>>();
  known.set(segment, columns);
  const missing = [...wanted].filter(([key]) => !columns.has(key));
  if (missing.length === 0) return columns;
  const made = storedColumns(
    segment,
    missing.map(([, field]) => field),
  );
  for (const [i, [key]] of missing.entries()) {
    const column = made.then((all) => all[i] as Column);
    columns.set(key, column);
    column.catch(() => columns.delete(key)); // told to whoever asked; the next one tries again
  }
  return columns;
}

function keyOf({ name, type }: WantedColumn): string {
  return `${type ?? ""} ${name}`;
}

function emptyColumn(documents: number): Column {
  return new Column(new ValueList([]), narrowCodes(new Uint32Array(documents), 0));
}

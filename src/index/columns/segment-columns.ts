/**
 * Reads the columns of a segment from its columns file, or builds them in memory from stored
 * fields: for fields that no schema declares, and for segments older than the field.
 */

import type { JsonValue } from "../../collection/document.ts";
import type { StoredFields } from "../files/stored-record.ts";
import type { Segment } from "../segments/segment.ts";
import { Column, narrowOrdinals } from "./column.ts";
import { ColumnBuilder } from "./column-builder.ts";
import { type ColumnField, flattenScalars, toColumnValues } from "./column-value.ts";
import { ValueList } from "./value-table.ts";

const columnCache = new WeakMap<Segment, Map<string, Promise<Column>>>();

/**
 * The columns of the requested fields, by name. Columns that must be built from stored fields are
 * built in one pass and cached with the segment. A declared field that a segment has no values for
 * is empty in all its documents. Fails with `BAD_ARGUMENT` for an undeclared field in an index
 * without stored fields.
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
    column.catch(() => columns.delete(key)); // the caller gets the error; the next call tries again
  }
  return columns;
}

function toColumnKey({ name, type }: RequestedColumn): string {
  return `${type ?? ""} ${name}`;
}

function createEmptyColumn(documents: number): Column {
  return new Column(new ValueList([]), narrowOrdinals(new Uint32Array(documents), 0));
}

/** A requested column: a field as its schema declares it, or just a path. */
export type RequestedColumn = ColumnField | { readonly name: string; readonly type?: undefined };

/** Maximum time before yielding to other tasks, in ms. */
const MAX_TURN_MS = 10;
/** Values between two checks of the clock. */
const VALUES_PER_TIME_CHECK = 256;

/**
 * Builds the columns of the requested fields, in their order, in one pass over the stored fields.
 * Takes about as long as reading all stored fields (a second for a million small documents) and
 * yields to other tasks in between.
 */
async function buildStoredColumns(
  segment: Segment,
  requested: readonly RequestedColumn[],
): Promise<Column[]> {
  const builders = requested.map((field) => ({ field, builder: new ColumnBuilder() }));
  const onlyIds = requested.every(({ name }) => name === "id");
  const stored = onlyIds ? undefined : await segment.storedFields();
  // A name with dots is either the name of a property or a path that begins with one.
  const names = new Set(requested.flatMap(({ name }) => [name, name.split(".")[0] as string]));
  const records = (stored?.allFields(names) ?? [])[Symbol.iterator]();
  const checkInterval = Math.ceil(VALUES_PER_TIME_CHECK / requested.length);
  let turn = performance.now();
  for (let document = 0; document < segment.documents.count; document++) {
    const { value = {} } = records.next() as { value?: StoredFields };
    for (const { field, builder } of builders) {
      const fieldValue =
        field.name === "id" ? segment.documents.id(document) : readPath(value, field.name);
      builder.add(
        field.type === undefined ? flattenScalars(fieldValue) : toColumnValues(field, fieldValue),
      );
    }
    if (document % checkInterval > 0 || performance.now() - turn < MAX_TURN_MS) continue;
    await yieldTurn();
    turn = performance.now();
  }
  const columns: Column[] = [];
  for (const { builder } of builders) {
    columns.push(builder.finish());
    if (performance.now() - turn < MAX_TURN_MS) continue;
    await yieldTurn();
    turn = performance.now();
  }
  return columns;
}

function yieldTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * The value of the property with this name, else the value at this path through objects and arrays
 * of objects.
 */
export function readPath(
  fields: Readonly<Record<string, JsonValue | undefined>>,
  path: string,
): JsonValue | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  return path.includes(".") ? readNestedPath(fields as JsonValue, path.split(".")) : undefined;
}

function readNestedPath(
  value: JsonValue | undefined,
  [name, ...rest]: string[],
): JsonValue | undefined {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const nested = value.map((each) => readNestedPath(each as JsonValue, [name, ...rest]));
    return nested.filter((each) => each !== undefined) as JsonValue[];
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return readNestedPath((value as Readonly<Record<string, JsonValue>>)[name], rest);
}

/**
 * Columns made from the stored fields of a segment, in memory: for fields that
 * no schema declares, and for segments that are older than the field.
 *
 * Takes about the time that reading all stored fields takes (a second for a
 * million small documents), with pauses so that others can work.
 */

import type { JsonValue } from "../../collection/document.ts";
import type { StoredFields } from "../files/stored-fields-reader.ts";
import type { Segment } from "../segments/segment.ts";
import type { Column } from "./column.ts";
import { ColumnBuilder } from "./column-builder.ts";
import { type ColumnField, flattenScalars, toColumnValues } from "./column-value.ts";

/** A field whose column is asked for: as its schema declares it, or by its path alone. */
export type RequestedColumn = ColumnField | { readonly name: string; readonly type?: undefined };

/** How long reading goes on before others get a turn, in ms. */
const MAX_TURN_MS = 10;
/** Values between two looks at the clock. */
const VALUES_PER_TIME_CHECK = 256;

/** The columns of the wanted fields, in their order, read in one pass. */
export async function buildStoredColumns(
  segment: Segment,
  requested: readonly RequestedColumn[],
): Promise<Column[]> {
  const builders = requested.map((field) => ({ field, builder: new ColumnBuilder() }));
  const onlyIds = requested.every(({ name }) => name === "id");
  const stored = onlyIds ? undefined : await segment.storedFields();
  // A name with dots may be that of a property, or a path that begins with one.
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

/** The value of a property by its own name, else by its path through objects and arrays of them. */
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

/**
 * Keyword, number, date and boolean fields on a cluster. A field is stored under its number in the
 * schema, because its name may be anything. Dates are milliseconds since 1970, points texts such as
 * `52.5,13.4`, which a cluster only filters by `exists`.
 */

import { badArgument } from "../../src/common/errors.ts";
import {
  type Column,
  type ColumnField,
  listColumnFields,
  type RequestedColumn,
  readSegmentColumns,
  type Scalar,
} from "../../src/index/columns/index.ts";
import type { IndexSnapshot } from "../../src/index/index.ts";
import { Schema } from "../../src/index/schema/index.ts";
import type { PublishedRecord } from "./published-record.ts";

/** The type of a field on the cluster. */
const TYPES: Readonly<Record<ColumnField["type"], string>> = {
  keyword: "keyword",
  number: "double",
  date: "double",
  boolean: "boolean",
  geo: "keyword",
};

/** The fields of a published index; undefined for one without fields. */
export function readSchema({ fields }: PublishedRecord): Schema | undefined {
  return fields === undefined ? undefined : Schema.fromJson(fields);
}

/** The mapping of columns, and of the documents themselves, which are not searched. */
export function createColumnProperties(record: PublishedRecord): object {
  const schema = readSchema(record);
  if (schema === undefined) return {};
  const fields = listColumnFields(schema);
  const columns = fields.map(({ type }, i) => [toColumnName(i), { type: TYPES[type] }] as const);
  return { ...Object.fromEntries(columns), document: { type: "object", enabled: false } };
}

/** The column of a field by its name, or that of ids. */
export function findColumnName(schema: Schema, { name }: RequestedColumn): string {
  if (name === "id") return "key";
  const number = listColumnFields(schema).findIndex((field) => field.name === name);
  if (number >= 0) return toColumnName(number);
  throw badArgument(`a cluster cannot filter, count or sort by ${name}`);
}

function toColumnName(number: number): string {
  return `column_${number}`;
}

/** Reads the columns of an index: a function from a document to its values, by column. */
export async function openColumnReader(
  snapshot: IndexSnapshot,
): Promise<(document: number) => object> {
  const fields = listColumnFields(snapshot.settings.schema);
  const columns: ReadonlyMap<string, Column>[] = [];
  if (fields.length > 0) {
    for (const { segment } of snapshot.parts)
      columns.push(await readSegmentColumns(segment, fields));
  }
  return (document) => {
    const part = snapshot.parts.findLastIndex(({ base }) => base <= document);
    const local = document - (snapshot.parts[part]?.base ?? 0);
    const values = fields.map(({ name }, i) => {
      const column = columns[part]?.get(name);
      return [toColumnName(i), (column?.readValues(local) ?? []).map(toClusterValue)] as const;
    });
    return Object.fromEntries(values.filter(([, all]) => all.length > 0));
  };
}

/** Lucene distinguishes -0 from 0. */
export function toClusterValue<T extends Scalar>(value: T): T {
  return (value === 0 ? 0 : value) as T;
}

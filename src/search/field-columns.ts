/** The columns that filters, facets, sorting, grouping and boosts name, checked against the schema of the index. */

import { badArgument, quote } from "../common/errors.ts";
import {
  type Column,
  type ColumnField,
  type RequestedColumn,
  readSegmentColumns,
} from "../index/columns/index.ts";
import type { IndexSettings, IndexSnapshot } from "../index/index.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import { type GeoFunction, parseGeoFunction } from "./geo-functions.ts";

/** An index, or what says about its fields as much as one. */
export interface SchemaSource {
  readonly settings: Pick<IndexSettings, "schema">;
}

/** A column that a request names: a field, or a function of a geo field. */
export type FieldColumn = RequestedColumn & { readonly geo?: GeoFunction };

/** The use of a column; a field may be declared without some of them. */
export type ColumnUse = "filter" | "facet" | "sort" | "boost";

/**
 * Resolves the column of a name. In an index without a schema any property has one,
 * and it is empty if no document has the property. In an index with a schema,
 * `BAD_ARGUMENT` for undeclared names and for text fields.
 */
export function resolveColumn(
  { settings: { schema } }: SchemaSource,
  name: string,
  use: ColumnUse,
): FieldColumn {
  const geo = schema?.find(name) === undefined ? parseGeoFunction(name) : undefined;
  if (geo !== undefined) return resolveGeoFunction(schema, name, geo, use);
  if (schema === undefined || name === "id") return { name };
  const field = schema.get(name);
  const { type, isArray } = field;
  if (type === "text") {
    throw badArgument(
      `field ${quote(name)} is a text; ${use} needs a keyword, number, boolean or date`,
    );
  }
  if (type === "geo" && use !== "filter") {
    throw badArgument(
      `field ${quote(name)} is a geo point; ${use} needs distance(${name}, lat, lng) or box(${name}, …)`,
    );
  }
  const isAllowed = use === "boost" ? field.filter || field.facet || field.sort : field[use];
  if (!isAllowed) throw badArgument(`field ${quote(name)} was declared with ${use}: false`);
  return { name, type, isArray } satisfies ColumnField;
}

function resolveGeoFunction(
  schema: SchemaSource["settings"]["schema"],
  name: string,
  geo: GeoFunction,
  use: ColumnUse,
): FieldColumn {
  const field = schema?.get(geo.field);
  if (field !== undefined && field.type !== "geo") {
    throw badArgument(`${quote(name)}: field ${quote(geo.field)} is a ${field.type}, not a geo`, {
      field: geo.field,
    });
  }
  if (use === "facet") throw badArgument(`facets cannot count the values of ${quote(name)}`);
  const isAllowed = field === undefined || use === "boost" || field[use];
  if (!isAllowed) throw badArgument(`field ${quote(geo.field)} was declared with ${use}: false`);
  const type = geo.kind === "distance" ? "number" : "boolean";
  return { name, type, isArray: field?.isArray ?? true, geo };
}

/** The columns of each segment of a snapshot, by name. `OutOfTime` where they must be made first and that takes too long. */
export async function loadFieldColumns(
  snapshot: IndexSnapshot,
  requested: readonly FieldColumn[],
  limit: TimeLimit = TimeLimit.none(),
): Promise<ReadonlyMap<string, Column>[]> {
  const columns: ReadonlyMap<string, Column>[] = [];
  const stored = requested.filter(({ geo }) => geo === undefined);
  for (const { segment } of snapshot.parts) {
    const ofSegment = new Map(await limit.wait(readSegmentColumns(segment, stored)));
    for (const { name, geo } of requested) {
      if (geo === undefined) continue;
      const { computeGeoColumn } = await import("./geo-columns.ts");
      ofSegment.set(name, await computeGeoColumn(segment, geo, limit));
    }
    columns.push(ofSegment);
  }
  return columns;
}

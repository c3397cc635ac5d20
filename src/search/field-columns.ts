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

/** An index, or what says about its fields as much as one. */
export interface SchemaSource {
  readonly settings: Pick<IndexSettings, "schema">;
}

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
): RequestedColumn {
  if (schema === undefined || name === "id") return { name };
  const field = schema.get(name);
  const { type, isArray } = field;
  if (type === "text") {
    throw badArgument(
      `field ${quote(name)} is a text; ${use} needs a keyword, number, boolean or date`,
    );
  }
  const isAllowed = use === "boost" ? field.filter || field.facet || field.sort : field[use];
  if (!isAllowed) throw badArgument(`field ${quote(name)} was declared with ${use}: false`);
  return { name, type, isArray } satisfies ColumnField;
}

/** The columns of each segment of a snapshot, by name. `OutOfTime` where they must be made first and that takes too long. */
export async function loadFieldColumns(
  snapshot: IndexSnapshot,
  requested: readonly RequestedColumn[],
  limit: TimeLimit = TimeLimit.none(),
): Promise<ReadonlyMap<string, Column>[]> {
  const columns: ReadonlyMap<string, Column>[] = [];
  for (const { segment } of snapshot.parts)
    columns.push(await limit.wait(readSegmentColumns(segment, requested)));
  return columns;
}

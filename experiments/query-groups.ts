/** Groups of queries on the same topic, by a field of their relevant documents. */

import { toFieldText } from "../src/collection/document.ts";
import type { Collection, Query } from "../src/collection/index.ts";
import type { Judgements } from "../src/collection/run.ts";
import { badArgument } from "../src/common/errors.ts";

/**
 * Queries are in one group if a relevant document of one has the same value, ignoring case, as a
 * relevant document of the other, directly or through further queries. `BAD_ARGUMENT` if no
 * document has the field.
 */
export async function groupByField(
  collection: Collection,
  queries: readonly Query[],
  judgements: Judgements,
  field: string,
): Promise<readonly (readonly Query[])[]> {
  const values = new Map<string, string>();
  for await (const { id, fields = {} } of collection.documents()) {
    const value = fields[field];
    if (value !== undefined) values.set(id, toFieldText(value).toLowerCase());
  }
  if (values.size === 0)
    throw badArgument(`no document of ${collection.name} has a field ${field}`);
  const parents = new Map<string, string>();
  const findRoot = (value: string): string => {
    const parent = parents.get(value) ?? value;
    return parent === value ? value : findRoot(parent);
  };
  const topics = queries.map(({ id }) => {
    const relevant = [...(judgements.get(id) ?? [])].filter(([, grade]) => grade > 0);
    const [first = `query ${id}`, ...others] = relevant.flatMap(
      ([document]) => values.get(document) ?? [],
    );
    for (const other of others) parents.set(findRoot(other), findRoot(first));
    return first;
  });
  const groups = new Map<string, Query[]>();
  for (const [i, query] of queries.entries()) {
    const root = findRoot(topics[i] as string);
    groups.set(root, [...(groups.get(root) ?? []), query]);
  }
  return [...groups.values()];
}

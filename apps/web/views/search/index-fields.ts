/** The fields of an index that the page can search, facet or sort by. */

/** The uses of a field. */
export interface IndexField {
  readonly name: string;
  /** True for a searchable text field. */
  readonly isSearched: boolean;
  /** True if its values are few enough for facets. */
  readonly isCounted: boolean;
  readonly isSorted: boolean;
}

/** The fields in the settings of an index; empty for an index without a schema. */
export function readIndexFields(
  settings: Readonly<Record<string, unknown>> | undefined,
): readonly IndexField[] {
  const schema = settings?.schema;
  if (!Array.isArray(schema)) return [];
  return schema.flatMap((field: unknown) => {
    const { name, type, facet, sort, text } = (field ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== "string") return [];
    const hasWords = type === "keyword" || type === "boolean";
    const isCounted = facet === true && hasWords;
    return [{ name, isSearched: text !== undefined, isCounted, isSorted: sort === true }];
  });
}

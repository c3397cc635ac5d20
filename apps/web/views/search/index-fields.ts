/** The fields of an index, as far as the page offers them: to search in, to count, to sort by. */

/** What a person can do with a field. */
export interface IndexField {
  readonly name: string;
  /** Its words are found. */
  readonly isSearched: boolean;
  /** Its values are few enough to be listed with counts. */
  readonly isCounted: boolean;
  readonly isSorted: boolean;
}

/** The fields that the settings of an index describe; none where all text of a document is one. */
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

/**
 * The words that documents of a pruned index are not found by. Which postings a rule has dropped cannot
 * be computed from a few documents, so a published document names the words that have none.
 */

import type { IndexSnapshot, IndexView } from "../../src/index/index.ts";
import { stripField } from "../../src/index/schema/index.ts";

/** Whether documents have words without postings: then frequencies add up to less than lengths. */
export function lacksPostings(view: IndexView): boolean {
  const fields = view.fields?.map((field) => field.view) ?? [view];
  return fields.some((field) => {
    let occurrences = 0;
    for (const term of field.termsWithPrefix("", Infinity)) {
      occurrences += field.term(term)?.collectionFrequency ?? 0;
    }
    return occurrences !== field.totalLength;
  });
}

/** The words of a document that have no posting there, of those that any document is found by. */
export async function listPrunedWords(
  snapshot: IndexSnapshot,
  document: number,
  kept: readonly string[],
): Promise<readonly string[]> {
  const words = new Set<string>();
  for (const term of (await snapshot.readTerms(document)).keys()) words.add(stripField(term));
  for (const word of kept) words.delete(word);
  return [...words].sort();
}

/**
 * The words that an analyzer leaves out. The longer lists and those of other
 * languages are loaded when they are asked for.
 */

import { SHORT_STOP_LIST, type StopListName } from "./stop-list-names.ts";

/** The words of a list, or the given ones. */
export async function loadStopWords(
  list: StopListName | readonly string[],
): Promise<readonly string[]> {
  if (typeof list !== "string") return list;
  if (list === "none") return [];
  if (list === "english-short") return SHORT_STOP_LIST;
  return (await import("./stop-lists.ts")).STOP_LISTS[list];
}

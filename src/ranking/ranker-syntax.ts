/** The outer syntax of ranker names, `name` or `name(arguments)`, without the declarations of all rankers. */

/** Longer names are rejected before they are parsed. */
const MAX_LENGTH = 1000;

/** Names of the rankers that need a query vector. Their declarations are in naming/dense-declarations.ts. */
export const DENSE_RANKER_NAMES = ["hybrid", "rrf", "dense"] as const;

/** Splits a ranker name. The name is in lower case. Undefined for text of another shape. */
export function splitRankerName(
  text: string,
): { readonly name: string; readonly argumentList: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, name, argumentList = ""] = /^([^\s(),=]*)\s*(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), argumentList };
}

/** True for the name of a ranker that needs a query vector, such as `hybrid(bm25,dense)`. */
export function needsQueryVector(ranker: unknown): ranker is string {
  if (typeof ranker !== "string") return false;
  const name = splitRankerName(ranker)?.name;
  return DENSE_RANKER_NAMES.some((each) => each === name);
}

/** The tokens of an index: the token of each surface form, and how often each token occurs. */

import { decodeText } from "../common/bytes/index.ts";
import type { IndexSnapshot, SnapshotPart, TermStatistics } from "../index/index.ts";
import { stripField } from "../index/schema/index.ts";
import type { Analyzer } from "../text/index.ts";
import type { TokenForm } from "./text-sequences.ts";

/** Document and collection frequency of each token, over the live documents of an index. */
export async function readTokenStatistics(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  form: TokenForm = "stem",
): Promise<ReadonlyMap<string, TermStatistics>> {
  const total = new Map<string, { documentFrequency: number; collectionFrequency: number }>();
  for (const part of snapshot.parts) {
    const names = await toTokens(part, analyzer, form);
    const entries = names.map((name) => {
      const entry = total.get(name) ?? { documentFrequency: 0, collectionFrequency: 0 };
      total.set(name, entry);
      return entry;
    });
    let document = 0;
    for (const forms of (await part.segment.forward()).allTokens()) {
      if (part.deletions?.has(document++) === true) continue;
      const formEntries = Array.from(
        forms,
        (number) => entries[number] as (typeof entries)[number],
      );
      for (const entry of formEntries) entry.collectionFrequency++;
      for (const entry of new Set(formEntries)) entry.documentFrequency++;
    }
  }
  for (const [name, { documentFrequency }] of total)
    if (documentFrequency === 0) total.delete(name);
  return total;
}

/** The surface forms of each token with their occurrences. */
export type FormCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Counts the surface forms of the stems of an index, in its live documents. Needs a forward index.
 */
export async function countForms(snapshot: IndexSnapshot, analyzer: Analyzer): Promise<FormCounts> {
  const counts = new Map<string, Map<string, number>>();
  const surface = await readTokenStatistics(snapshot, analyzer, "surface");
  for (const [form, { collectionFrequency }] of surface) {
    const stem = toToken(form, analyzer, "stem");
    const forms = counts.get(stem) ?? new Map<string, number>();
    counts.set(stem, forms.set(form, collectionFrequency));
  }
  return counts;
}

/** The tokens of all surface forms of a segment, in order. */
export async function toTokens(
  { segment }: SnapshotPart,
  analyzer: Analyzer,
  form: TokenForm,
): Promise<string[]> {
  const tokens: string[] = [];
  for (const { form: bytes } of (await segment.forward()).allForms()) {
    tokens.push(toToken(stripField(decodeText(bytes)), analyzer, form));
  }
  return tokens;
}

/**
 * The token of a surface form. A form that the index drops has no stem there and is its own token.
 */
export function toToken(surface: string, analyzer: Analyzer, form: TokenForm): string {
  return form === "stem" ? (analyzer.term(surface) ?? surface) : surface;
}

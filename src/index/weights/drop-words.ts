/** Writes an index again without the postings of some words in some documents. */

import type { Directory } from "../../storage/directory.ts";
import { writeCommit } from "../commits/commit.ts";
import { mergeSegments } from "../merging/merge-segments.ts";
import { stripField } from "../schema/index.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import type { TermWeights } from "./term-weights.ts";

/**
 * `words` are those that a document, by its id, is not found by. Lengths count them, except those of
 * weight 0. `target` must be empty.
 */
export async function dropWords(
  source: Directory,
  target: Directory,
  words: ReadonlyMap<string, ReadonlySet<string>>,
  weights: TermWeights | undefined,
): Promise<void> {
  const snapshot = await IndexSnapshot.open(source, { isWhole: true });
  try {
    const { settings, parts, documentLimit, commit } = snapshot;
    const { indexId, generation } = commit;
    const dropped = Array.from({ length: documentLimit }, (_, document) =>
      words.get(snapshot.id(document)),
    );
    const predicate = (term: string) => {
      const word = stripField(term);
      return (document: number) => dropped[document]?.has(word) !== true;
    };
    const { schema, vectors } = settings;
    const file = { files: target, name: "segment-1", indexId, content: settings };
    const segment = { ...file, schema, vectors, weights, filter: { predicate } };
    const segments = parts.length === 0 ? [] : [await mergeSegments(segment, parts)];
    const written = { indexId, generation, nextSegment: 2, settings, segments };
    await writeCommit(target, written, { fresh: [], durability: "none" });
  } finally {
    await snapshot.close();
  }
}

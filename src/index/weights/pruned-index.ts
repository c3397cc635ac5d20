/**
 * Writes an index anew with weights of its terms: terms of weight 0 lose their
 * lists, and lengths no longer count them. Documents, stored fields and surface
 * tokens stay. Documents added later go through the same weights.
 */

import { badArgument } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import {
  type Commit,
  type Durability,
  type IndexSettings,
  writeCommit,
} from "../commits/commit.ts";
import { makeIndexId } from "../commits/index-id.ts";
import { filesOf } from "../commits/segment-record.ts";
import { writeWeights } from "../files/weights-file.ts";
import { mergeSegments } from "../merging/segment-merger.ts";
import type { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import type { TermWeights } from "./term-weights.ts";

/** Under which name an index keeps the weights of terms that have no list. */
const WEIGHTS_FILE = "weights";

export interface PruningOptions {
  readonly durability?: Durability;
  /** The ranker that the weights were learned for; the index remembers it. */
  readonly ranker?: string;
}

/** `target` must be empty, and the index must not have weights already. */
export async function writePrunedIndex(
  snapshot: IndexSnapshot,
  target: Directory,
  weights: TermWeights,
  { durability = "full", ranker }: PruningOptions = {},
): Promise<void> {
  if (snapshot.weights !== undefined) throw badArgument("the index has weights already");
  const unlock = await target.lock("writer");
  try {
    if ((await target.list()).length > 0) throw badArgument("the target must be empty");
    const entries = [...weights.entries()];
    const table = entries.flatMap(([term, weight]) => [term, String(weight)]);
    const first = snapshot.documentLimit > 0 ? [snapshot.id(0)] : [];
    const indexId = makeIndexId(snapshot.settings, [...first, String(weights.missing), ...table]);
    const file = await writeWeights(
      { files: target, name: WEIGHTS_FILE, indexId },
      {
        missing: weights.missing,
        byNumber: new Float32Array(0),
        unlisted: entries.filter(([term, weight]) => weight === 0 || !snapshot.term(term)),
      },
    );
    const made = { ...snapshot.settings, weights: file };
    const settings: IndexSettings = ranker === undefined ? made : { ...made, ranker };
    const living = snapshot.parts.filter(
      ({ segment, deletions }) => (deletions?.count ?? 0) < segment.documents.count,
    );
    const segment = { files: target, name: "segment-1", indexId, content: settings, weights };
    const segments = living.length === 0 ? [] : [await mergeSegments(segment, living)];
    const commit: Commit = { indexId, generation: 1, nextSegment: 2, settings, segments };
    const fresh = [file, ...segments.flatMap(filesOf)].map(({ name }) => name);
    await writeCommit(target, commit, { fresh, durability });
  } finally {
    await unlock();
  }
}

/**
 * Rewrites an index with term weights. Documents, stored fields and surface tokens are kept unless
 * they are excluded; the same weights and the same rule apply to documents added later.
 *
 * With occurrence weights, terms of weight 0 lose their lists and no longer count in lengths. With
 * two-sided weights, a rule decides which postings are kept; lengths stay those of the whole
 * documents. In an index with fields a posting is judged by all occurrences of its word in the
 * document, and a word has one weight in all fields. Fewer postings would change idf and the collection's language model, so the stored
 * weights compensate for that, unless they are to be recomputed: every score equals that of the full
 * statistics, up to the rounding of a weight.
 */

import { badArgument } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import {
  type Commit,
  type Durability,
  type IndexSettings,
  writeCommit,
} from "../commits/commit.ts";
import { createIndexId, refuseFields } from "../commits/index-settings.ts";
import { listFiles } from "../commits/segment-record.ts";
import { writeWeights } from "../files/weights-file.ts";
import { mergeSegments } from "../merging/merge-segments.ts";
import { checkSegment } from "../segments/check-segment.ts";
import type { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { openTextView } from "../snapshots/multi-field-view.ts";
import { type PrunedPostings, prunePostings } from "./prune-postings.ts";
import { checkPruningRule, type PruningRule } from "./pruning-rule.ts";
import type { TermWeights } from "./term-weights.ts";

/** The file of the weights of terms without a list. */
const WEIGHTS_FILE = "weights";

/** How a pruned index is written, and what it stores. */
export interface PruningOptions {
  readonly durability?: Durability;
  /** The ranker that the weights were learned for; stored in the index. */
  readonly ranker?: string;
  /** With two-sided weights: which postings to keep. Default: all. */
  readonly rule?: PruningRule;
  /**
   * With a rule: whether idf and p(t|C) stay those of all postings, or are those of the postings
   * that remain. Default `kept`.
   */
  readonly statistics?: "kept" | "recomputed";
  /** Contents of the old index to leave out. */
  readonly without?: readonly ("positions" | "forward" | "stored")[];
}

/** `target` must be empty, and the index must not be pruned already. */
export async function writePrunedIndex(
  snapshot: IndexSnapshot,
  target: Directory,
  weights: TermWeights,
  { durability = "full", ranker, rule, statistics = "kept", without = [] }: PruningOptions = {},
): Promise<void> {
  const { pruning, weights: before, ranker: _, ...baseSettings } = snapshot.settings;
  const isPruned = pruning !== undefined || (before !== undefined && !snapshot.weights?.isTwoSided);
  if (isPruned) throw badArgument("the index has weights already");
  if (rule !== undefined && !weights.isTwoSided) {
    throw badArgument("a rule for postings needs two-sided weights, got occurrence weights");
  }
  if (!weights.isTwoSided) refuseFields(snapshot.settings);
  const view = openTextView(snapshot);
  const unlock = await target.lock("writer");
  try {
    if ((await target.list()).length > 0) throw badArgument("the target must be empty");
    const pruned: PrunedPostings =
      rule === undefined
        ? { weights }
        : prunePostings(snapshot, view, weights, checkPruningRule(rule), statistics);
    const entries = [...pruned.weights.entries()];
    const { missing, missingQuery } = pruned.weights;
    const table = entries.flatMap(([term, weight, query]) => [term, `${weight} ${query}`]);
    const first = snapshot.documentLimit > 0 ? [snapshot.id(0)] : [];
    const indexId = createIndexId(snapshot.settings, [...first, `${missing}`, ...table]);
    const file = await writeWeights(
      { files: target, name: WEIGHTS_FILE, indexId },
      {
        missing,
        byNumber: new Float32Array(0),
        unlisted: entries.filter(([term, weight]) => weight === 0 || !view.term(term)),
        ...(missingQuery !== undefined && {
          query: { missing: missingQuery, byNumber: new Float32Array(0) },
        }),
      },
    );
    const settings: IndexSettings = {
      ...baseSettings,
      ...Object.fromEntries(without.map((part) => [part, false])),
      wordCodes: true,
      weights: file,
      ...(ranker !== undefined && { ranker }),
      ...(rule !== undefined && { pruning: checkPruningRule(rule) }),
    };
    const liveParts = snapshot.parts.filter(
      ({ segment, deletions }) => (deletions?.count ?? 0) < segment.documents.count,
    );
    const { schema, vectors } = settings;
    const segmentFile = { files: target, name: "segment-1", indexId };
    const segment = { ...segmentFile, content: settings, schema, vectors, ...pruned };
    for (const { segment: source } of liveParts) {
      await checkSegment(source, { dimensions: vectors?.dimensions });
    }
    const segments = liveParts.length === 0 ? [] : [await mergeSegments(segment, liveParts)];
    const commit: Commit = { indexId, generation: 1, nextSegment: 2, settings, segments };
    const fresh = [file, ...segments.flatMap(listFiles)].map(({ name }) => name);
    await writeCommit(target, commit, { fresh, durability });
  } finally {
    await unlock();
  }
}

/**
 * Static pruning of an index with fields, under the ranker that searches it (Carmel et al., "Static
 * index pruning for information retrieval systems", SIGIR 2001): a document is no longer found by
 * words that contribute little to its scores.
 *
 * The contribution of a word is its BM25F score (ranking/fields/bm25f.ts) over all fields together,
 * with default parameters and the weights of the schema. The rule is that of learned weights
 * (pruning-rule.ts):
 *
 *   contribution(t, d) ≥ threshold · √(largest contribution in d)
 *
 * If it fails, the word loses its postings of the document in all fields. Lengths, stored fields
 * and columns are unchanged. Term weights exist only in indexes of one text, so nothing compensates
 * for the smaller document frequencies: words that lost postings count as rarer than before.
 */

import { badArgument } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { type Commit, writeCommit } from "../commits/commit.ts";
import { createIndexId } from "../commits/index-settings.ts";
import { mergeSegments } from "../merging/merge-segments.ts";
import { stripField } from "../schema/index.ts";
import { checkSegment } from "../segments/check-segment.ts";
import type { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { MultiFieldView, openTextView } from "../snapshots/multi-field-view.ts";
import { IDF_FUNCTIONS } from "./idf.ts";
import type { PostingPredicates } from "./pruning-rule.ts";

/** The default parameters of BM25F. */
const [K1, B] = [0.9, 0.4];

/**
 * Rewrites an index with fields without the postings below the threshold. `target` must be empty.
 */
export async function writePrunedFields(
  snapshot: IndexSnapshot,
  target: Directory,
  threshold: number,
): Promise<void> {
  if (!(threshold >= 0 && threshold < Infinity)) {
    throw badArgument(`the threshold of pruning must be finite and ≥ 0, got ${threshold}`);
  }
  const { settings, parts } = snapshot;
  const view = openTextView(snapshot);
  const isPlain = settings.weights === undefined && parts.every(({ deletions }) => !deletions);
  if (!(view instanceof MultiFieldView) || !isPlain) {
    throw badArgument("only a new index with text fields, without weights, is pruned like this");
  }
  const filter = new ContributionFilter(view, threshold);
  const first = snapshot.documentLimit > 0 ? [snapshot.id(0)] : [];
  const indexId = createIndexId(settings, [...first, `pruned at ${threshold}`]);
  const { schema, vectors } = settings;
  const segmentFile = { files: target, name: "segment-1", indexId };
  const segment = { ...segmentFile, content: settings, schema, vectors, filter };
  for (const { segment: source } of parts) {
    await checkSegment(source, { dimensions: vectors?.dimensions });
  }
  const segments = parts.length === 0 ? [] : [await mergeSegments(segment, parts)];
  const commit: Commit = { indexId, generation: 1, nextSegment: 2, settings, segments };
  await writeCommit(target, commit, { fresh: [], durability: "none" });
}

/** Computes the contributions of words to documents, and keeps those that reach the threshold. */
class ContributionFilter implements PostingPredicates {
  readonly #view: MultiFieldView;
  /** By document, the smallest contribution that is kept. */
  readonly #thresholds: Float64Array;
  /** By document, the contribution of the current word; 0 if it is absent. */
  readonly #values: Float64Array;
  #word: string | undefined;
  readonly #documents: number[] = [];

  constructor(view: MultiFieldView, threshold: number) {
    this.#view = view;
    this.#thresholds = new Float64Array(view.documentLimit);
    this.#values = new Float64Array(view.documentLimit);
    for (const word of view.termsWithPrefix("", Infinity)) {
      this.#computeContributions(word);
      for (const document of this.#documents) {
        const value = this.#values[document] as number;
        if (value > (this.#thresholds[document] as number)) this.#thresholds[document] = value;
      }
    }
    for (const [document, largest] of this.#thresholds.entries()) {
      this.#thresholds[document] = threshold * Math.sqrt(largest);
    }
  }

  predicate(term: string): (document: number) => boolean {
    const word = stripField(term);
    if (word !== this.#word) this.#computeContributions(word);
    return (document) =>
      (this.#values[document] as number) >= (this.#thresholds[document] as number);
  }

  #computeContributions(word: string): void {
    const values = this.#values;
    for (const document of this.#documents) values[document] = 0;
    this.#documents.length = 0;
    this.#word = word;
    const statistics = this.#view.term(word);
    if (statistics === undefined) return;
    for (const { view, weight, b = B } of this.#view.fields) {
      const cursor = view.postings(word);
      const { lengths } = view;
      const mean = view.totalLength / view.documentCount;
      if (cursor === undefined) continue;
      for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
        if (values[document] === 0) this.#documents.push(document);
        const length = lengths[document] as number;
        const occurrences = (weight * cursor.frequency) / (1 - b + (b * length) / mean);
        values[document] = (values[document] as number) + occurrences;
      }
    }
    const rarity = IDF_FUNCTIONS.lucene(statistics, {
      documentCount: this.#view.documentCount,
      maxCollectionFrequency: 0, // unused by this form of idf
    });
    for (const document of this.#documents) {
      const occurrences = values[document] as number;
      values[document] = (rarity * occurrences) / (K1 + occurrences);
    }
  }
}

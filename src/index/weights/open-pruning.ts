/**
 * Opens the rule of a pruned index for documents that are added later.
 *
 * The statistics are those of the commit that the writer opened, including deleted documents until
 * a merge drops them. Postings of terms that are new to the index are always kept.
 */

import { decodeText } from "../../common/bytes/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { Commit } from "../commits/commit.ts";
import { stripField } from "../schema/index.ts";
import { openDictionary, openDocuments } from "../segments/segment.ts";
import type { SegmentTarget } from "../segments/segment-target.ts";
import type { TermStatistics } from "../snapshots/index-view.ts";
import { ImpactTable, type PruningRule, type PruningStatistics } from "./pruning-rule.ts";
import type { TermWeights } from "./term-weights.ts";

/** Undefined for an index that is not pruned by posting. */
export async function openPruning(
  directory: Directory,
  commit: Commit,
  weights: TermWeights | undefined,
): Promise<SegmentTarget["pruning"]> {
  const { pruning } = commit.settings;
  if (pruning === undefined || weights === undefined) return undefined;
  const statistics = await readStatistics(directory, commit);
  return createPruning(pruning, weights, statistics);
}

export function createPruning(
  rule: PruningRule,
  weights: TermWeights,
  statistics: PruningStatistics,
): { readonly threshold: number; readonly impacts: ImpactTable } {
  return { threshold: rule.threshold, impacts: new ImpactTable(rule, weights, statistics) };
}

async function readStatistics(
  directory: Directory,
  { segments, indexId }: Commit,
): Promise<PruningStatistics> {
  const terms = new Map<string, TermStatistics>();
  let [documentCount, totalLength, maxCollectionFrequency] = [0, 0, 0];
  for (const record of segments) {
    const { lengths } = await openDocuments(directory, record, indexId);
    documentCount += lengths.length;
    for (const length of lengths) totalLength += length;
    const cursor = (await openDictionary(directory, record, indexId)).cursor();
    while (cursor.next()) {
      const term = stripField(decodeText(cursor.term()));
      const entry = cursor.entry();
      const before = terms.get(term);
      const sum = {
        documentFrequency: entry.documentFrequency + (before?.documentFrequency ?? 0),
        collectionFrequency: entry.collectionFrequency + (before?.collectionFrequency ?? 0),
      };
      terms.set(term, sum);
      maxCollectionFrequency = Math.max(maxCollectionFrequency, sum.collectionFrequency);
    }
  }
  return {
    documentCount,
    totalLength,
    maxCollectionFrequency,
    term: (word) => {
      const sum = terms.get(word);
      // A document is counted in each field that has the word, as the lists are not read here.
      return sum && { ...sum, documentFrequency: Math.min(documentCount, sum.documentFrequency) };
    },
  };
}

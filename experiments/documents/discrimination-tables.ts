/**
 * The tables of docs/discrimination-paper.md: what pruning saves, by the stored
 * outcome of X1-tab3, and what it gains in time, by `npm run bench -- discrimination`.
 */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, readResults } from "./benchmark-files.ts";

/** A value of the full index and of the pruned one. */
interface Pair {
  readonly full: number;
  readonly pruned: number;
}

/** One model on one collection. */
interface PruningResult {
  readonly collection: string;
  readonly documents: number;
  readonly model: string;
  readonly lambda: number;
  /** Seconds. */
  readonly building: Pair;
  readonly postings: Pair;
  readonly listBytes: Pair;
  readonly bytes: Pair;
  readonly queryPostings: Pair;
  /** Milliseconds per query. */
  readonly taat: Pair;
  readonly maxScore: Pair;
}

/** Sizes and times of full and pruned indexes, by the last run of each collection and model, the smallest first. */
export function renderPruningTimes(files: BenchmarkFiles): string {
  const all = readResults<readonly PruningResult[]>(files, "discrimination").flat();
  const last = new Map(all.map((each) => [`${each.collection} ${each.model}`, each]));
  const results = [...last.values()].sort(
    (a, b) => a.documents - b.documents || (a.model < b.model ? -1 : 1),
  );
  const rows = results.map((each) => [
    `${each.collection}, ${each.documents.toLocaleString("en")} documents`,
    each.model,
    String(each.lambda),
    ...[each.postings, each.listBytes, each.bytes].map(formatChange),
    ...[each.building.full, each.building.pruned].map((seconds) => `${seconds.toFixed(1)} s`),
    formatChange(each.queryPostings),
    ...formatTimes(each.taat),
    ...formatTimes(each.maxScore),
  ]);
  if (rows.length === 0) return "No result is stored.";
  return renderTable(
    {
      header: [
        ...["collection", "model", "lambda", "postings", "list bytes", "whole index"],
        ...["building", "pruning", "query postings"],
        ...["TAAT, full", "pruned", "faster", "MaxScore, full", "pruned", "faster"],
      ],
      rows,
      words: [0, 1],
    },
    "markdown",
  );
}

function formatChange({ full, pruned }: Pair): string {
  return `${(100 * (pruned / full - 1)).toFixed(1)} %`;
}

function formatTimes({ full, pruned }: Pair): string[] {
  return [full.toFixed(3), pruned.toFixed(3), `${(full / pruned).toFixed(2)}×`];
}

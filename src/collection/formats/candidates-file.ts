/**
 * Files of candidates to re-rank: a run, or MS MARCO's top1000.*.tsv (query id, passage id, query,
 * passage), whose order is no ranking. The contents decide which of them a file is.
 */

import { badInput } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Ranking, Run } from "../run.ts";
import type { ReadOptions } from "./lines.ts";
import { streamCandidates } from "./msmarco-training.ts";
import { getBaseName } from "./paths.ts";
import { isBlank, readLineBatches } from "./records.ts";
import { readRun } from "./run-file.ts";

/**
 * The candidates of each query. Those of top1000.*.tsv have their line numbers within the query as
 * ranks, and the negative ranks as scores. Fails with `BAD_INPUT` for an empty file.
 */
export async function readCandidates(
  files: Files,
  path: string,
  options: ReadOptions = {},
): Promise<Run> {
  if (!(await hasTexts(files, path))) return readRun(files, path, options);
  const documents = new Map<string, Set<string>>();
  for await (const { query, document } of streamCandidates(files, path, options)) {
    const ids = documents.get(query.id) ?? new Set();
    documents.set(query.id, ids.add(document.id));
  }
  const rankings = new Map([...documents].map(([query, ids]) => [query, toRanking([...ids])]));
  return { name: getBaseName(path), rankings };
}

function toRanking(documents: readonly string[]): Ranking {
  const ranks = Float64Array.from(documents, (_, i) => i + 1);
  return { documents, scores: ranks.map((rank) => -rank), ranks };
}

/** Whether a file has texts of queries and documents: four cells, the last of them no number. */
export async function hasTexts(files: Files, path: string): Promise<boolean> {
  for await (const { lines } of readLineBatches(files, path, { encoding: "auto" })) {
    const first = lines.find((line) => !isBlank(line));
    if (first === undefined) continue;
    const cells = first.split("\t");
    return cells.length === 4 && Number.isNaN(Number(cells[3]));
  }
  throw badInput(path, 1, "there is no candidate in this file");
}

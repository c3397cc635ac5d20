/** A trained model named on the command line. */

import { Reranker } from "../../src/reranking/index.ts";
import { readModel, type TrainedModel } from "../../src/scoring/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import type { Backend } from "../../src/tensor/index.ts";
import type { OpenIndex } from "./open-index.ts";

export async function openModel(folder: string): Promise<TrainedModel> {
  return readModel(await NodeDirectory.openExisting(folder));
}

/** Opens the model in a folder over an index, and closes it after `use`. */
export async function withReranker<T>(
  folder: string,
  { snapshot, analyzer }: OpenIndex,
  backend: Backend,
  use: (reranker: Reranker) => Promise<T>,
): Promise<T> {
  const trained = await openModel(folder);
  const reranker = await Reranker.open(backend, trained, snapshot, analyzer);
  try {
    return await use(reranker);
  } finally {
    await reranker.close();
  }
}

/** How many of the texts that a model read lost their end. */
export function cutNote({ sequences }: Reranker): string {
  const { queryCounts: queries, documentCounts: documents } = sequences;
  return `truncated: ${queries.cut} of ${queries.read} queries, ${documents.cut} of ${documents.read} documents`;
}

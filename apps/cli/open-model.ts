/** A trained model named on the command line. */

import type { Reranker } from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import { openModel, openReranker } from "../../src/search/index.ts";
import type { Backend } from "../../src/tensor/index.ts";
import type { OpenIndex } from "./open-index.ts";

/** Opens the model in a folder over an index, and closes it after `use`. */
export async function withReranker<T>(
  folder: string,
  index: OpenIndex,
  backend: Backend,
  use: (reranker: Reranker) => Promise<T>,
): Promise<T> {
  const reranker = await openReranker(await openModel(folder), index, backend);
  try {
    return await use(reranker);
  } finally {
    await reranker.close();
  }
}

/** How many of the texts that a model read lost their end. */
export function describeTruncation({ sequences }: Reranker): string {
  const { queryCounts: queries, documentCounts: documents } = sequences;
  const { pairCounts: pairs } = sequences;
  if (pairs !== undefined) return `truncated: ${pairs.cut} of ${pairs.read} pairs`;
  return `truncated: ${queries.cut} of ${queries.read} queries, ${documents.cut} of ${documents.read} documents`;
}

/** The tensors of a checkpoint that a model does not use; undefined if it uses all. */
export function describeUnusedTensors(
  folder: string,
  { unusedTensors = [] }: Pick<TrainedModel, "unusedTensors">,
): string | undefined {
  if (unusedTensors.length === 0) return undefined;
  return `${folder}: not used: ${unusedTensors.join(", ")}`;
}

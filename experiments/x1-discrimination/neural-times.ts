/** Time of neural models that score every document of a collection, as the paper times them. */

import { createUntrainedModel } from "../../src/analysis/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import type { ExperimentEnvironment } from "../experiment.ts";
import type { TdvWorkload } from "./tdv-workload.ts";

/** Number of timed queries: one takes seconds. */
const QUERIES = 3;

/** Milliseconds of processor time per query, the median of a few queries. */
export async function measureNeuralTimes(
  { snapshot, test }: TdvWorkload,
  models: readonly string[],
  { processorTime }: ExperimentEnvironment,
): Promise<readonly { readonly model: string; readonly ms: number }[]> {
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const modelTimes: { model: string; ms: number }[] = [];
  for (const model of models) {
    const trained = await createUntrainedModel(
      model,
      { snapshot, analyzer },
      { options: { dimensions: 100 } },
    );
    const reranker = await Reranker.open(wasmBackend(), trained, snapshot, analyzer);
    const times: number[] = [];
    for (const { text } of test.texts.slice(0, QUERIES)) {
      const begun = processorTime();
      await reranker.rankAll(text, { top: 10 });
      times.push(processorTime() - begun);
    }
    await reranker.close();
    modelTimes.push({ model, ms: times.sort((a, b) => a - b)[times.length >> 1] ?? 0 });
  }
  return modelTimes;
}

/**
 * How good neural rankers are at re-ranking BM25, with several seeds.
 *
 * Each model is trained on train. Dev chooses which step is kept and how deep
 * to re-rank; test is looked at once per seed. Paired two-sided t tests on the
 * test queries, by the mean of a query over the seeds. BM25 with idf from
 * collection frequency stands beside BM25, because it is the stronger of the
 * two on short texts.
 *
 * The outcome of each seed is kept in a folder and is not computed again, so
 * that an experiment can be interrupted, or grow by a model or a seed.
 */

import type { Report } from "../src/analysis/index.ts";
import type { Files } from "../src/storage/files.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";
import { NEURAL_COLLECTIONS, neuralCollection } from "./neural-collections.ts";
import { type NeuralWorkload, openNeuralWorkload } from "./neural-workload.ts";
import { type Outcome, outcomeTable } from "./outcome-table.ts";
import { seedOutcome, valuesOf, withOption } from "./seed-outcome.ts";
import { mean } from "./shown-values.ts";

export const neural: Experiment = {
  id: "neural",
  title: "how good neural rankers are at re-ranking BM25, over several seeds",
  source: "docs/effectiveness.md",
  collections: NEURAL_COLLECTIONS.map(({ name }) => name),
  options: [
    { name: "models", summary: "models to train", default: "knrm s-knrm" },
    { name: "seeds", summary: "random seeds 1 to this number", default: "5" },
    { name: "vectors", summary: "word vectors: a file, or an npm package", default: "wink" },
    { name: "threads", summary: "threads of the tensor engine", default: "2" },
    {
      name: "keep",
      summary: "folder of the outcomes that were computed already",
      default: ".termwise/experiments/neural",
    },
    {
      name: "train",
      summary: "no: train nothing, report the outcomes that are kept",
      default: "yes",
    },
  ],

  async run(request, environment): Promise<Report> {
    const collection = neuralCollection(request.collection);
    const isTrained = request.choices("train", ["yes", "no"])[0] !== "no";
    const workload = await openNeuralWorkload(collection, request, environment);
    const perSeed = await outcomes(workload, request, environment, isTrained);
    const systems = await systemValues(workload, perSeed);
    await workload.snapshot.close();
    const { firstStage } = collection;
    const baselines = [firstStage, withOption(firstStage, "idf=cf")];
    const title = `Neural re-rankers: ${collection.name}`;
    return {
      title,
      texts: [TEXT, workload.summary],
      tables: [{ title, table: outcomeTable(systems, perSeed, baselines, collection.measure) }],
      figures: [],
      results: {
        measure: collection.measure,
        queries: workload.test.map(({ query }) => query.id),
        systems: Object.fromEntries(systems),
        outcomes: Object.fromEntries(perSeed),
      },
      runs: [],
    };
  },
};

const TEXT =
  "Each model re-ranks the first stage, the first row. It is trained on train; dev chooses the step and the depth; test is looked at once per seed. Paired two-sided t tests over the test queries, by the mean of a query over the seeds, not corrected for the number of comparisons.";

/** The outcomes of every model, those of its seeds in order. */
async function outcomes(
  workload: NeuralWorkload,
  request: ExperimentRequest,
  { files, clock, progress }: ExperimentEnvironment,
  isTrained: boolean,
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const models = request.words("models");
  const seeds = request.number("seeds");
  const name = workload.collection.name.replaceAll(/[^\w.-]+/g, "-");
  const folder = `${request.text("keep")}/${name}`;
  const threads = request.number("threads");
  const perSeed = new Map<string, Outcome[]>();
  let done = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    for (const model of models) {
      const file = `${folder}/${model}-${seed}.json`;
      const make = () => seedOutcome(workload, model, { seed, threads, clock, progress });
      const outcome = await keptOutcome(files, file, isTrained ? make : undefined);
      if (outcome !== undefined) perSeed.set(model, [...(perSeed.get(model) ?? []), outcome]);
      const total = models.length * seeds;
      progress({ task: "models", unit: "seeds", done: ++done, total, finished: done === total });
    }
  }
  return perSeed;
}

async function keptOutcome(
  files: Files,
  file: string,
  make: (() => Promise<Outcome>) | undefined,
): Promise<Outcome | undefined> {
  if ((await files.kind(file)) === "file") {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of files.read(file)) text += decoder.decode(chunk, { stream: true });
    return JSON.parse(text) as Outcome;
  }
  const outcome = await make?.();
  if (outcome !== undefined) {
    await files.write(file, [new TextEncoder().encode(JSON.stringify(outcome))]);
  }
  return outcome;
}

/** The value of every test query by system: the first stages, then each model as the mean over its seeds. */
async function systemValues(
  { collection: { firstStage }, snapshot, measure, test, testedBy }: NeuralWorkload,
  perSeed: ReadonlyMap<string, readonly Outcome[]>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const byCf = withOption(firstStage, "idf=cf");
  const systems = new Map<string, readonly number[]>([
    [firstStage, valuesOf(test, snapshot, measure)],
    [byCf, valuesOf(await testedBy(byCf), snapshot, measure)],
  ]);
  const overSeeds = (rows: readonly (readonly number[])[]): readonly number[] =>
    test.map((_, i) => mean(rows.map((values) => values[i] as number)));
  for (const [model, all] of perSeed) {
    systems.set(model, overSeeds(all.map(({ test: values }) => values)));
    for (const [key, symbol] of [["lent", "γ"] as const, ["lentGate", "salc"] as const]) {
      const lent = all.flatMap(({ [key]: values }) => (values === undefined ? [] : [values]));
      if (lent.length > 0) systems.set(`BM25, ${symbol} of ${model}`, overSeeds(lent));
    }
  }
  return systems;
}

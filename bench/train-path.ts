/**
 * Does the data pipeline slow training down?
 *
 * Trains models on WordNet's related senses, once through the whole pipeline (drawing examples,
 * reading documents, batches; no validation) for the usual three epochs, and once on the batches of
 * an epoch that were made beforehand, which is what bench/train.ts times. The two take turns; the
 * ratio of their triples per second is the figure to read.
 *
 * Run: npm run bench -- train-path <model>...
 */

import { openDataset, readSplit } from "../src/collection/index.ts";
import { Random } from "../src/common/random.ts";
import { createBatcher, createModel, writeInitialValues } from "../src/models/index.ts";
import { findCandidates, judgedQueries } from "../src/ranking/index.ts";
import { readIndexVocabulary, TokenSequences } from "../src/scoring/index.ts";
import { indexInMemory } from "../src/search/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { type Batch, Training, wasmBackend } from "../src/tensor/index.ts";
import { createExampleBatch, createExampleInputs } from "../src/training/example-batch.ts";
import { type ExampleSource, splitBatches } from "../src/training/examples.ts";
import { findLoss, sampleExamples, train } from "../src/training/index.ts";
import { findDataPackage } from "./data-package.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const QUERIES = Number(process.env.QUERIES ?? Infinity);
const EPOCHS = 3;
const BATCH = 64;
const THREADS = 2;

const models = process.argv.slice(2);
const collection = await openDataset(new NodeFiles(), "wordnet", {
  findPackage: findDataPackage,
});
const index = await indexInMemory(collection.documents(), { analysis: {} });
const { snapshot, analyzer, searcher } = index;
const split = await readSplit(collection, "train");
const queries = judgedQueries(split, { maxQueries: QUERIES });
const candidates = await findCandidates(searcher, queries, split.judgements, {
  ranker: "bm25(k1=0.4,b=0.6)",
});
const { vocabulary, form } = await readIndexVocabulary(snapshot, analyzer);

for (const name of models.length > 0 ? models : ["knrm"]) {
  const [pipelineSeconds, stepSeconds]: [number[], number[]] = [[], []];
  let triples = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // New sequences, so that documents are read as in a first epoch.
    const sequences = new TokenSequences(snapshot, analyzer, vocabulary, { form });
    const begun = performance.now();
    const random = new Random(1).split("examples");
    const source = sampleExamples(snapshot, candidates, sequences, random, { hard: 4 });
    await runTraining(name, source);
    const trainingEnd = performance.now();
    await runTraining(name, source, BATCH); // the cost of a training beside its steps
    pipelineSeconds.push((2 * trainingEnd - begun - performance.now()) / 1000 / EPOCHS);
    stepSeconds.push(await measureSteps(name, source));
    triples = (source.size as number) * 4;
  }
  const [a, b] = [Math.min(...pipelineSeconds), Math.min(...stepSeconds)];
  console.log(
    `${name}: an epoch of ${triples} triples in ${a.toFixed(1)} s, steps alone ${b.toFixed(1)} s, ratio ${(b / a).toFixed(2)}`,
  );
}
await snapshot.close();

async function runTraining(
  name: string,
  source: ExampleSource,
  maxExamples = Infinity,
): Promise<void> {
  const model = createModel(name, vocabulary.size, { dimensions: 100 });
  const settings = { epochs: EPOCHS, maxExamples, period: 1_000_000 };
  await train(wasmBackend({ threads: THREADS }), model, source, { settings });
}

/** Seconds for the steps of an epoch with prepared batches. */
async function measureSteps(name: string, source: ExampleSource): Promise<number> {
  const model = createModel(name, vocabulary.size, { dimensions: 100 });
  const inputs = createExampleInputs(model);
  const training = await Training.open(wasmBackend({ threads: THREADS }), {
    model: name,
    loss: findLoss("hinge")(model.score(inputs), inputs),
    groups: [
      { variables: model.trained.network, rate: 0.003 },
      { variables: model.trained.embeddings, rate: 0.003 },
    ],
    frozen: model.frozen,
  });
  await writeInitialValues(training.session, model.initialValues(new Random(1)));
  const batcher = createBatcher(model);
  const batches: Batch[] = [];
  const settings = { epochs: 1, batchSize: BATCH, maxExamples: Infinity };
  for await (const examples of splitBatches(source, settings)) {
    batches.push({ ...createExampleBatch(batcher, examples), pairWeights: [] });
  }
  const begun = performance.now();
  for (const batch of batches) await training.step(batch);
  const seconds = (performance.now() - begun) / 1000;
  await training.close();
  return seconds;
}

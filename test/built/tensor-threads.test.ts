/**
 * Training on several threads, as built: Node 20 runs no TypeScript in a
 * worker, so these tests import `dist`, which `npm test` builds first.
 */

import { describe, expect, test } from "vitest";
import { createReferenceTriples } from "../../src/models/reference-training.contract.ts";

const toUrl = (path: string): string => new URL(`../../dist/src/${path}`, import.meta.url).href;
const { Random } = (await import(
  toUrl("common/index.js")
)) as typeof import("../../src/common/index.ts");
const { Training, wasmBackend } = (await import(
  toUrl("tensor/index.js")
)) as typeof import("../../src/tensor/index.ts");
const models = (await import(
  toUrl("models/index.js")
)) as typeof import("../../src/models/index.ts");
const convolutional = (await import(
  toUrl("models/conv-knrm.js")
)) as typeof import("../../src/models/conv-knrm.ts");
const { pairwiseHinge } = (await import(
  toUrl("training/index.js")
)) as typeof import("../../src/training/index.ts");

const VOCABULARY = 60;
const STEPS = 200;
/** The timeout for threads on a busy machine. */
const PATIENCE = 180_000;

async function open(threads: number) {
  const inputs = models.createTripleInputs({ vocabulary: VOCABULARY });
  const model = convolutional.createConvKnrm({
    vocabulary: VOCABULARY,
    dimensions: 40,
    filters: 24,
  });
  const training = await Training.open(wasmBackend({ threads }), {
    model: "ConvKNRM",
    loss: pairwiseHinge(convolutional.scoreConvKnrm(model, inputs), inputs),
    groups: [{ variables: convolutional.listConvKnrmParameters(model) }],
    clip: 1,
  });
  const initial = convolutional.initialiseConvKnrm(model, new Random(7));
  await models.writeInitialValues(training.session, initial);
  return training;
}

type Open = Awaited<ReturnType<typeof open>>;

async function train(training: Open, from: number, to: number): Promise<void> {
  const batcher = new models.PairBatcher(VOCABULARY, convolutional.CONV_KNRM_UNKNOWN);
  for (let step = from; step < to; step++) {
    await training.step(batcher.triples(createReferenceTriples(step)));
  }
}

async function trainToBytes(threads: number): Promise<Uint8Array> {
  const training = await open(threads);
  await train(training, 0, STEPS);
  const bytes = await training.save();
  await training.close();
  return bytes;
}

describe("training on the wasm backend ends in the same bytes", async () => {
  const expected = await trainToBytes(1);

  test.each([1, 2, 4])("with %i threads", { timeout: PATIENCE }, async (threads) => {
    expect(Buffer.compare(await trainToBytes(threads), expected)).toBe(0);
  });

  test("when it is resumed half-way with another number of threads", {
    timeout: PATIENCE,
  }, async () => {
    const first = await open(2);
    await train(first, 0, STEPS / 2);
    const checkpoint = await first.save();
    await first.close();
    const second = await open(4);
    await second.restore(checkpoint);
    await train(second, STEPS / 2, STEPS);
    expect(Buffer.compare(await second.save(), expected)).toBe(0);
    await second.close();
  });
});

describe("convolutions end in the same bytes with 1, 2 and 4 threads:", () => {
  // A pooled grid wider than one strip of the kernel, and filters that do not fill a vector.
  const small = { dimensions: 8, filters: 5, hidden: "6" };
  test.each([
    ["match-pyramid", { ...small, pools: "3x140,2x5" }],
    ["pacrr", { ...small, top: 3, queryLength: 12 }],
  ])("%s", { timeout: PATIENCE }, async (name, options) => {
    const model = models.createModel(name, VOCABULARY, options);
    const inputs = models.createInputs(model);
    const idf = new Float32Array(VOCABULARY).fill(2);
    const [one, ...others] = await Promise.all(
      [1, 2, 4].map(async (threads) => {
        const training = await Training.open(wasmBackend({ threads }), {
          model: name,
          loss: pairwiseHinge(model.score(inputs), inputs),
          groups: [{ variables: models.listParameters(model) }],
          frozen: model.frozen,
        });
        const initial = model.initialValues(new Random(5), { idf });
        await models.writeInitialValues(training.session, initial);
        const batcher = models.createBatcher(model);
        for (let step = 0; step < 10; step++) {
          await training.step(batcher.triples(createReferenceTriples(step)));
        }
        const bytes = await training.save();
        await training.close();
        return bytes;
      }),
    );
    for (const bytes of others) expect(Buffer.compare(bytes, one as Uint8Array)).toBe(0);
  });
});

test("a step that starts while another runs is refused without side effects", async () => {
  const batcher = new models.PairBatcher(VOCABULARY, convolutional.CONV_KNRM_UNKNOWN);
  const batch = batcher.triples(createReferenceTriples(0));
  const alone = await open(2);
  const expected = await alone.step(batch);
  const training = await open(2);
  const first = training.step(batch);
  await expect(training.step(batch)).rejects.toThrow("step 1 is still running");
  expect(await first).toBe(expected);
  expect(await training.save()).toEqual(await alone.save());
  await Promise.all([alone.close(), training.close()]);
});

test("memory that grows between steps is visible to all threads", async () => {
  const text = (length: number, salt: number): number[] =>
    Array.from({ length }, (_, i) => 2 + ((i * 7 + salt) % (VOCABULARY - 2)));
  const losses = async (threads: number): Promise<number[]> => {
    const training = await open(threads);
    const batcher = new models.PairBatcher(VOCABULARY, convolutional.CONV_KNRM_UNKNOWN);
    const stepLosses: number[] = [];
    for (const length of [2, 50, 3, 400, 1500]) {
      const triple = { query: text(5, 1), better: text(length, 2), worse: text(length, 3) };
      stepLosses.push(await training.step(batcher.triples(Array(8).fill(triple))));
    }
    await training.close();
    return stepLosses;
  };
  expect(await losses(3)).toEqual(await losses(1));
});

test("threads work on a machine until it is closed, and a closed one refuses steps", async () => {
  const training = await open(2);
  await train(training, 0, 1);
  await training.close();
  await expect(train(training, 1, 2)).rejects.toMatchObject({ code: "CANCELLED" });
});

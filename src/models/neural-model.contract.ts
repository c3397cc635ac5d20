/** The contract of neural rankers, for every kind. */

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { FIRST_WORD, type Ngrams, SubwordLexicon, Vocabulary } from "../embeddings/index.ts";
import { computeSlope } from "../tensor/finite-differences.contract.ts";
import {
  type Backend,
  type Batch,
  computeGradients,
  input,
  multiply,
  plainBackend,
  type Session,
  sum,
  type Tensor,
  Training,
  wasmBackend,
} from "../tensor/index.ts";
import { pairwiseHinge } from "../training/losses.ts";
import { type InitialValues, writeInitialValues } from "./initial-values.ts";
import {
  createBatcher,
  createInputs,
  listParameters,
  listVariables,
  type ModelKind,
  type ModelOptions,
  type NeuralModel,
  type PretrainedData,
} from "./neural-model.ts";
import type { TokenPair, TokenTriple } from "./pair-batch.ts";
import { loadWeights, saveWeights } from "./weights-file.ts";

const VOCABULARY = 40;
/** Number of random values of each variable that are perturbed. */
const SAMPLED_POSITIONS = 12;

export interface ModelContract {
  readonly kind: ModelKind;
  /** Small sizes, so that every test is fast. */
  readonly options: ModelOptions;
  /** The learning rate of the overfit test. */
  readonly rate?: number;
  /** The longest query of the overfit test. */
  readonly learnedQuery?: number;
  /** Composes words of sub-words. */
  readonly ngrams?: Ngrams;
}

const MAX_QUERY_LENGTH = 6;

export function modelContract({
  kind,
  options,
  rate = 0.02,
  learnedQuery = MAX_QUERY_LENGTH,
  ngrams,
}: ModelContract): void {
  const model = kind.create(createWords(VOCABULARY, ngrams), options);
  const pretrained = createPretrainedData(VOCABULARY);
  const values = model.initialValues(new Random(4), pretrained);
  const tokens = (longest: number) =>
    fc.array(fc.integer({ min: 1, max: VOCABULARY - 1 }), { minLength: 1, maxLength: longest });
  const pair = fc.record({ query: tokens(MAX_QUERY_LENGTH), document: tokens(12) });

  test("has an initial value for every variable, and no other", () => {
    expect([...values.keys()]).toHaveLength(listVariables(model).length);
    for (const variable of listVariables(model)) {
      const size = (variable.shape as readonly number[]).reduce((a, b) => a * b, 1);
      expect(values.get(variable), String(variable.attributes.name)).toHaveLength(size);
    }
  });

  test("has the same initial values with the same seed", () => {
    expect([...model.initialValues(new Random(4), pretrained).values()]).toEqual([
      ...values.values(),
    ]);
  });

  describe("scores", () => {
    let plain: Scorer;
    let wasm: Scorer;
    beforeAll(async () => {
      plain = await createScorer(model, values, plainBackend({ precision: "float64" }));
      wasm = await createScorer(model, values, wasmBackend());
    });

    test("a pair the same, to the bit, whatever else is in the batch and however it is padded", async () => {
      await fc.assert(
        fc.asyncProperty(
          pair,
          fc.array(pair, { maxLength: 4 }),
          fc.nat(5),
          async (one, others, padding) => {
            const [single] = await wasm(one);
            const padded = {
              query: [...one.query, ...Array(padding).fill(0)],
              document: [...one.document, ...Array(padding).fill(0)],
            };
            expect((await wasm(...others, padded)).at(-1)).toBe(single);
          },
        ),
        { numRuns: 40 },
      );
    });

    test("the same on the wasm backend as on the plain one", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 4 }), async (pairs) => {
          const expected = await plain(...pairs);
          for (const [i, score] of (await wasm(...pairs)).entries()) {
            expect(Math.abs(score - (expected[i] as number))).toBeLessThan(1e-5);
          }
        }),
        { numRuns: 20 },
      );
    });

    test("words outside the vocabulary, and texts of nothing else", async () => {
      const scores = await wasm(
        { query: [1], document: [1, 1] },
        { query: [2], document: [1] },
        { query: [1, 1], document: [2] },
        { query: [1, 3], document: [4, 1, 3] },
      );
      expect(scores).toHaveLength(4);
      expect(scores.every(Number.isFinite)).toBe(true);
    });

    test("the same after its weights were saved and loaded", async () => {
      const session = await wasmBackend().open(listVariables(model));
      await writeInitialValues(session, values);
      const bytes = await saveWeights(model, session);
      await session.close();
      const loaded = loadWeights(bytes, "weights.safetensors", model.lexicon);
      expect(loaded.model.options).toEqual(model.options);
      const again = await createScorer(loaded.model, loaded.values, wasmBackend());
      const examples = [
        { query: [2, 3, 4], document: [5, 3, 1, 9] },
        { query: [1, 7], document: [7, 7, 8] },
      ];
      expect(await again(...examples)).toEqual(await wasm(...examples));
    });
  });

  test("has the gradients of finite differences, for every parameter", async () => {
    await checkGradients(model, values);
  });

  test("overfits 64 triples", async () => {
    const learner = kind.create(createWords(300, ngrams), options);
    const losses = await overfit(learner, rate, learnedQuery);
    expect(losses.at(-1)).toBeLessThan(0.05);
  });
}

type Scorer = (...pairs: TokenPair[]) => Promise<readonly number[]>;

async function createScorer(
  model: NeuralModel,
  values: InitialValues,
  backend: Backend,
): Promise<Scorer> {
  const session = await backend.open(listVariables(model));
  await writeInitialValues(session, values);
  const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
  const batcher = createBatcher(model);
  return async (...pairs) =>
    Array.from((await step.run(batcher.pairs(pairs))).outputs.scores ?? []);
}

/** This many ids, or words composed of the n-grams of their names. */
function createWords(vocabulary: number, ngrams: Ngrams | undefined): number | SubwordLexicon {
  if (ngrams === undefined) return vocabulary;
  const words = Array.from({ length: vocabulary - FIRST_WORD }, (_, i) => `word${i}`);
  return new SubwordLexicon(new Vocabulary(words, new Float64Array(words.length)), ngrams);
}

/** No pre-trained vectors; every word has its own idf. */
function createPretrainedData(vocabulary: number): PretrainedData {
  return { idf: Float32Array.from({ length: vocabulary }, (_, id) => 1 + (id % 7)) };
}

/**
 * Compares a model's gradients with finite differences; in training, with the
 * dropout of a seed.
 */
export async function checkGradients(
  model: NeuralModel,
  values: InitialValues,
  dropoutSeed?: number,
): Promise<void> {
  const random = new Random(11).split(model.name);
  const triples = createRandomTriples(random, VOCABULARY, 4, MAX_QUERY_LENGTH);
  const pairs = triples.map(({ query, better }) => ({ query, document: better }));
  const batch: Batch = {
    ...createBatcher(model).pairs(pairs),
    shares: pairs.map(() => random.normal()),
    dropoutSeed: [dropoutSeed ?? 0],
  };
  const isTraining = dropoutSeed !== undefined;
  const scores = model.score({ ...createInputs(model), isTraining });
  const loss = sum(multiply(scores, input("shares", scores.shape)));
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  await writeInitialValues(session, values);
  const lossStep = await session.prepare({ outputs: { loss } });
  const lossNow = async () => (await lossStep.run(batch)).outputs.loss?.[0] as number;

  const slopes = computeGradients(loss, listParameters(model));
  const outputs = Object.fromEntries(slopes.map(({ values }, i) => [String(i), values]));
  const outputValues = (await (await session.prepare({ outputs })).run(batch)).outputs;
  for (const [i, { variable, rows }] of slopes.entries()) {
    const width = variable.shape[1] as number;
    const inTable = (position: number): number =>
      rows === undefined
        ? position
        : ((batch.rows ?? batch.words)?.[Math.floor(position / width)] as number) * width +
          (position % width);
    const slope = outputValues[String(i)] as Float64Array;
    const positions = random
      .shuffle(Array.from(slope, (_, position) => position))
      .slice(0, SAMPLED_POSITIONS);
    const largest = slope.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    const name = String(variable.attributes.name);
    expect(largest, `${name} is reached`).toBeGreaterThan(0);
    for (const position of positions) {
      const expected = await computeDifference(session, variable, inTable(position), lossNow);
      const error = Math.abs((slope[position] as number) - expected);
      expect(error, `${name}, value ${position}`).toBeLessThan(1e-5 * largest + 1e-9);
    }
  }
  await session.close();
}

async function computeDifference(
  session: Session,
  variable: Tensor,
  position: number,
  loss: () => Promise<number>,
): Promise<number> {
  const values = await session.read(variable);
  const lossAt = async (by: number): Promise<number> => {
    await session.write(variable, values.with(position, (values[position] as number) + by));
    return loss();
  };
  const slope = await computeSlope(lossAt);
  await session.write(variable, values);
  return slope;
}

/** The hinge losses of training on 64 random triples until the loss is below 0.05. */
async function overfit(model: NeuralModel, rate: number, longestQuery: number): Promise<number[]> {
  const { vocabulary } = model;
  const random = new Random(3).split(model.name);
  const { embeddings, network } = model.trained;
  const inputs = createInputs(model);
  const training = await Training.open(wasmBackend(), {
    model: model.name,
    loss: pairwiseHinge(model.score(inputs), inputs),
    groups: [
      { variables: network, rate },
      { variables: embeddings, rate },
    ],
    frozen: model.frozen,
  });
  await writeInitialValues(
    training.session,
    model.initialValues(random, createPretrainedData(vocabulary)),
  );
  const batch = createBatcher(model).triples(
    createRandomTriples(random, vocabulary, 64, longestQuery),
  );
  const losses: number[] = [];
  while (losses.length < 400 && !((losses.at(-1) ?? 1) < 0.05))
    losses.push(await training.step(batch));
  await training.close();
  return losses;
}

/**
 * Texts of random words; a better document starts with a word of its query, as
 * relevant ones do.
 */
function createRandomTriples(
  random: Random,
  vocabulary: number,
  count: number,
  longestQuery: number,
): readonly TokenTriple[] {
  const text = (longest: number): number[] =>
    Array.from({ length: 1 + random.below(longest) }, () => 1 + random.below(vocabulary - 1));
  return Array.from({ length: count }, () => {
    const query = text(longestQuery);
    return { query, better: [query[0] as number, ...text(10)], worse: text(10) };
  });
}

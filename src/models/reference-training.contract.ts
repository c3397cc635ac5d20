/**
 * The training of test/reference/torch-knrm.py, reproduced: the same hashed weights
 * and batches, the same optimisers.
 */

import { type Backend, type Tensor, Training } from "../tensor/index.ts";
import { pairwiseHinge } from "../training/losses.ts";
import {
  CONV_KNRM_UNKNOWN,
  type ConvKnrm,
  createConvKnrm,
  listConvKnrmParameters,
  scoreConvKnrm,
} from "./conv-knrm.ts";
import { createKnrm, KNRM_UNKNOWN, scoreKnrm } from "./knrm.ts";
import { createTripleInputs, PairBatcher, type TokenTriple } from "./pair-batch.ts";

const VOCABULARY = 60;
const DIMENSIONS = 16;
const FILTERS = 8;
const TRIPLES = 8;
const RATE = 0.001;
const EPSILON = 1e-5;

export type ReferenceModel = "knrm" | "convKnrm";

/** A training of the reference, ready for its first step. */
export async function openReferenceTraining(
  kind: ReferenceModel,
  backend: Backend,
): Promise<Training> {
  const inputs = createTripleInputs({ vocabulary: VOCABULARY });
  const small = { vocabulary: VOCABULARY, dimensions: DIMENSIONS };
  const conv = kind === "knrm" ? undefined : createConvKnrm({ ...small, filters: FILTERS });
  const plain = createKnrm(small);
  const scores = conv === undefined ? scoreKnrm(plain, inputs) : scoreConvKnrm(conv, inputs);
  const parameters =
    conv === undefined ? [plain.embeddings, plain.weights] : listConvKnrmParameters(conv);
  const [embeddings, ...network] = parameters as [Tensor, ...Tensor[]];
  const training = await Training.open(backend, {
    model: kind,
    loss: pairwiseHinge(scores, inputs),
    groups: [
      { variables: network, rate: RATE, epsilon: EPSILON },
      { variables: [embeddings], rate: RATE, epsilon: EPSILON },
    ],
  });
  await training.session.write(embeddings, createHashedValues(0, VOCABULARY * DIMENSIONS, 0.5));
  await training.session.write(
    (conv ?? plain).weights,
    createHashedValues(10_000, conv === undefined ? 11 : 99, 0.014),
  );
  if (conv !== undefined) await writeConvolutions(training, conv);
  return training;
}

async function writeConvolutions({ session }: Training, { convolutions }: ConvKnrm): Promise<void> {
  for (const { length, weights, bias } of convolutions) {
    const start = 20_000 * length;
    await session.write(weights, createHashedValues(start, DIMENSIONS * length * FILTERS, 0.2));
    await session.write(bias, createHashedValues(start + 5000, FILTERS, 0.2));
  }
}

/** Losses of steps `from` to `to` - 1. */
export async function computeReferenceLosses(
  kind: ReferenceModel,
  training: Training,
  from: number,
  to: number,
): Promise<number[]> {
  const unknown = kind === "knrm" ? KNRM_UNKNOWN : CONV_KNRM_UNKNOWN;
  const batcher = new PairBatcher(VOCABULARY, unknown);
  const losses: number[] = [];
  for (let step = from; step < to; step++) {
    losses.push(await training.step(batcher.triples(createReferenceTriples(step))));
  }
  return losses;
}

export function createReferenceTriples(step: number): readonly TokenTriple[] {
  return Array.from({ length: TRIPLES }, (_, i) => {
    const seed = 1000 * (step + 1) + 10 * i;
    const query = createTokens(seed + 1, 6);
    const better = [...query.slice(0, 2), ...createTokens(seed + 2, 20)];
    return { query, better, worse: createTokens(seed + 3, 20) };
  });
}

function createTokens(seed: number, longest: number): number[] {
  const length = 1 + Math.floor(hashToUnit(seed) * longest);
  return Array.from(
    { length },
    (_, i) => 1 + Math.floor(hashToUnit(seed * 31 + i + 1) * (VOCABULARY - 1)),
  );
}

/** A number in [0, 1) that depends only on i (Knuth's multiplicative hash). */
function hashToUnit(i: number): number {
  return (Math.imul(i, 2654435761) >>> 0) / 2 ** 32;
}

export function createHashedValues(start: number, count: number, scale: number): number[] {
  return Array.from({ length: count }, (_, i) => scale * (2 * hashToUnit(start + i) - 1));
}

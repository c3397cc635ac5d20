/**
 * Does a model that composes n-grams match phrases of different lengths with the same meaning, such
 * as "convolutional neural network" and "deep learning"?
 *
 * For ConvKNRM and S-ConvKNRM: the cosine of the composed vectors of such pairs, compared with that
 * of unrelated phrases (each left phrase with the right phrases of the other pairs). It is
 * informative only for a trained model.
 */

import { UNKNOWN } from "../../../embeddings/index.ts";
import { composeNgrams, createConvKnrm } from "../../../models/conv-knrm.ts";
import {
  createBatcher,
  createInputs,
  listVariables,
  type NeuralModel,
  writeInitialValues,
} from "../../../models/index.ts";
import { cosine, type TrainedModel, toToken } from "../../../scoring/index.ts";
import type { Backend } from "../../../tensor/index.ts";
import type { Analyzer } from "../../../text/index.ts";
import { computeMean, type ProbeResult } from "./probe.ts";

/** Phrases of different lengths with the same meaning. */
export const SAME_MEANING: readonly (readonly [string, string])[] = [
  ["convolutional neural network", "deep learning"],
  ["good movie", "amazing film"],
  ["high blood pressure", "hypertension"],
  ["heart attack", "myocardial infarction"],
  ["motor vehicle", "car"],
  ["united nations", "un"],
  ["max planck institute", "mpi"],
];

/** Undefined for a model that composes no n-grams. */
export async function probeCrossNgrams(
  trained: TrainedModel,
  analyzer: Analyzer,
  backend: Backend,
  pairs: readonly (readonly [string, string])[] = SAME_MEANING,
): Promise<ProbeResult | undefined> {
  const { model, vocabulary, description } = trained;
  const longest = Number(model.options.longest);
  if (!["conv-knrm", "s-conv-knrm"].includes(model.name)) return undefined;
  const ids = (phrase: string): number[] =>
    phrase
      .split(" ")
      .map((word) =>
        (model.lexicon ?? vocabulary).id(
          toToken(word, analyzer, description.sequences.form === "surface" ? "surface" : "stem"),
        ),
      );
  const coveredPairs = pairs
    .map(([left, right]) => ({ left, right, leftIds: ids(left), rightIds: ids(right) }))
    .filter(({ leftIds, rightIds }) =>
      [leftIds, rightIds].every((each) => each.length <= longest && !each.includes(UNKNOWN)),
    );
  const compose = await createComposer(trained, backend);
  const vectors = await Promise.all(
    coveredPairs.map(async (pair) => ({
      ...pair,
      from: await compose(pair.leftIds),
      to: await compose(pair.rightIds),
    })),
  );
  const rows = vectors.map(({ left, right, from, to }, i) => {
    const strangers = vectors.filter((_, j) => j !== i).map((other) => cosine(from, other.to));
    return { left, right, own: cosine(from, to), strange: computeMean(strangers) };
  });
  const above = rows.filter(({ own, strange }) => own > strange).length;
  const left = pairs.length - coveredPairs.length;
  return {
    id: "cross-ngrams",
    title: "Composed vectors of phrases that mean the same",
    table: {
      header: ["phrase", "phrase", "cosine", "mean of unrelated"],
      rows: rows.map(({ left, right, own, strange }) => [
        left,
        right,
        own.toFixed(3),
        strange.toFixed(3),
      ]),
      words: [0, 1],
    },
    finding: `${above} of ${coveredPairs.length} pairs are closer than unrelated phrases${left === 0 ? "" : `; ${left} have words that the model does not know`}`,
  };
}

/** Composes the vector of an n-gram by the convolution of its length. */
async function createComposer(
  { model, values }: TrainedModel,
  backend: Backend,
): Promise<(ids: readonly number[]) => Promise<ArrayLike<number>>> {
  const lengths = composeNgrams(recreateModel(model), createInputs(model));
  return async (ids) => {
    const session = await backend.open(listVariables(model));
    try {
      await writeInitialValues(session, values);
      const { query } = lengths[ids.length - 1] as (typeof lengths)[number];
      const step = await session.prepare({ outputs: { query } });
      const batch = createBatcher(model).pairs([{ query: ids, document: ids }]);
      const { query: rows = [] } = (await step.run(batch)).outputs;
      return Array.from(rows).slice(0, rows.length / ids.length); // the n-gram from the first word on
    } finally {
      await session.close();
    }
  };
}

/** The convolutions of a model, over its own variables. */
function recreateModel(model: NeuralModel): ReturnType<typeof createConvKnrm> {
  const named = new Map(listVariables(model).map((each) => [String(each.attributes.name), each]));
  const fresh = createConvKnrm({ ...model.options, ...model });
  return {
    ...fresh,
    embeddings: model.embeddings,
    convolutions: fresh.convolutions.map((part) => ({
      length: part.length,
      weights: named.get(String(part.weights.attributes.name)) ?? part.weights,
      bias: named.get(String(part.bias.attributes.name)) ?? part.bias,
    })),
  };
}

/**
 * The intermediate values of a model for one pair, computed by the graph of its score: kernel
 * features with their weights, the matches that each query term keeps with their positions, and the
 * contribution of each query term.
 *
 * Only values that add up to the score are called contributions. PACRR ends in a piecewise linear
 * network: near a pair its score is a sum of feature times slope, plus a rest from its biases. With
 * `combine` `lstm`, and in MatchPyramid, Duet and BERT, nothing adds up, so they have no
 * contributions. For these, `occlusion` holds the change of the score without each token.
 */

import { FIRST_WORD, PADDING, UNKNOWN } from "../embeddings/index.ts";
import {
  createBatcher,
  createInputs,
  type Insight,
  type KernelInsight,
  listVariables,
  type NeuralModel,
  type TokenIds,
  writeInitialValues,
} from "../models/index.ts";
import { PairScorer, type TrainedModel } from "../scoring/index.ts";
import type { Backend, Session, Tensor } from "../tensor/index.ts";
import type { PairInsight } from "./insight-data.ts";
import {
  alignRows,
  alignValues,
  findLargest,
  splitRows,
  type TensorReader,
  type TextLengths,
  type TokenPositions,
} from "./insight-rows.ts";
import { computeOcclusion, type OcclusionScorer } from "./occlusion.ts";
import { createWindowInsight } from "./window-insight.ts";

/** Maximum number of n-gram matches reported per query token. */
const MAX_NGRAM_MATCHES = 3;
/** Pairs per batch while tokens are left out in turn: a transformer is large. */
const OCCLUSION_BATCH_SIZE = 16;
/** Special tokens of word pieces. */
const SPECIAL_TOKEN = /^\[[A-Z]+\]$/;

/** The insight that the kind of model allows; occlusion where nothing adds up to the score. */
export async function computePairInsight(
  backend: Backend,
  { model, values, vocabulary }: TrainedModel,
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const session = await backend.open(listVariables(model));
  try {
    await writeInitialValues(session, values);
    const insight = await computeModelInsight(session, model, values, query, document);
    if (insight.contributions !== undefined) return insight;
    const scorer = await PairScorer.open(model, session, { batchSize: OCCLUSION_BATCH_SIZE });
    const by: OcclusionScorer = {
      score: (pairs) => scorer.score(pairs),
      isSpecial: (token) => SPECIAL_TOKEN.test(vocabulary.words[token - FIRST_WORD] ?? ""),
    };
    const occlusion = await computeOcclusion(by, query, document);
    return { ...insight, occlusion };
  } finally {
    await session.close();
  }
}

/** Undefined for models without an insight of their own. */
async function computeModelInsight(
  session: Session,
  model: NeuralModel,
  values: TrainedModel["values"],
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const insight = model.insight?.(createInputs(model));
  if (insight === undefined) return {};
  const tensors = listTensors(insight);
  const named = Object.fromEntries(tensors.map((tensor, i) => [`part${i}`, tensor]));
  const step = await session.prepare({ outputs: named });
  const { outputs } = await step.run(createBatcher(model).pairs([{ query, document }]));
  const parts = new Map(tensors.map((tensor, i) => [tensor, [...(outputs[`part${i}`] ?? [])]]));
  const readValues = (tensor: Tensor): readonly number[] => parts.get(tensor) ?? [];
  const texts = {
    query: findReadPositions(model, query),
    document: findReadPositions(model, document),
  };
  const size = { query: query.length, document: document.length };
  if (insight.kind === "terms") {
    return {
      contributions: alignValues(readValues(insight.contributions), texts.query, size.query),
    };
  }
  return insight.kind === "windows"
    ? createWindowInsight(insight, readValues, texts, size)
    : createKernelInsight(insight, readValues, values.get(insight.weights) ?? [], texts, size);
}

function listTensors(insight: Insight): readonly Tensor[] {
  if (insight.kind === "terms") return [insight.contributions];
  if (insight.kind === "windows") {
    const { sizes, gates = [], features, score, slopes } = insight;
    return [...sizes, ...gates, features, ...[score, slopes].filter((part) => part !== undefined)];
  }
  const { features, gated, ngrams = [] } = insight;
  const matches = ngrams.map((each) => each.matches);
  return gated === undefined ? [features, ...matches] : [features, gated, ...matches];
}

/**
 * The positions of the tokens in a batch: not padding, and unknown words only where they keep their
 * position.
 */
function findReadPositions({ needs }: NeuralModel, tokens: TokenIds): readonly number[] {
  return Array.from(tokens, (id, position) => ({ id, place: position }))
    .filter(({ id }) => id !== PADDING && (id !== UNKNOWN || needs.unknown === "blank"))
    .map(({ place: position }) => position);
}

function createKernelInsight(
  { features, names, gated, ngrams }: KernelInsight,
  readValues: TensorReader,
  weights: ArrayLike<number>,
  texts: TokenPositions,
  lengths: TextLengths,
): PairInsight {
  const rows = splitRows(readValues(features), names.length);
  const weighed = rows.map((row) => row.reduce((sum, x, i) => sum + x * (weights[i] as number), 0));
  return {
    kernels: names.map((name, i) => ({
      name,
      feature: rows.reduce((sum, row) => sum + (row[i] as number), 0),
      weight: weights[i] as number,
    })),
    contributions: alignValues(weighed, texts.query, lengths.query),
    ...(gated === undefined ? {} : { gated: expandMatrix(readValues(gated), texts, lengths) }),
    ...(ngrams === undefined
      ? {}
      : {
          ngrams: ngrams.map(({ query, document, matches }) => {
            const cells = splitRows(readValues(matches), texts.document.length);
            const best = cells.map((row) => findLargest(row, texts.document, MAX_NGRAM_MATCHES));
            return { query, document, rows: alignRows(best, texts.query, lengths.query) };
          }),
        }),
  };
}

function expandMatrix(
  cells: readonly number[],
  texts: TokenPositions,
  lengths: TextLengths,
): readonly Float64Array[] {
  const rows = alignRows(splitRows(cells, texts.document.length), texts.query, lengths.query);
  return rows.map((row) => {
    const all = new Float64Array(lengths.document);
    for (const [i, value] of row.entries()) all[texts.document[i] as number] = value;
    return all;
  });
}

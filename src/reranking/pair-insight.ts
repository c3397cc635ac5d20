/**
 * What a model saw in one pair, computed by the graph that gives its score:
 * the features of its kernels with their weights, the matches that each query
 * term keeps and where they stand, and what each query term adds.
 *
 * Only what adds up to the score is called a contribution. PACRR ends in a
 * piecewise linear network: near a pair its score is a sum of feature times
 * slope, and of a rest that its biases make. With `combine` `lstm`, and in
 * MatchPyramid, Duet and BERT, nothing adds up: they have no contributions.
 * Of these, `occlusion` says what the score loses without each token.
 */

import { FIRST_WORD, PADDING, UNKNOWN } from "../embeddings/index.ts";
import {
  batcherFor,
  type Insight,
  inputsFor,
  type KernelInsight,
  type NeuralModel,
  type TokenIds,
  variablesOf,
  writeInitialValues,
} from "../models/index.ts";
import { PairScorer, type TrainedModel } from "../scoring/index.ts";
import type { Backend, Session, Tensor } from "../tensor/index.ts";
import {
  aligned,
  largest,
  type PlacesRead,
  rowsOf,
  spread,
  type TextLengths,
  type ValuesOf,
} from "./insight-rows.ts";
import { type OccludedBy, occlusionOf } from "./occlusion.ts";
import type { PairInsight } from "./told-insight.ts";
import { toldWindows } from "./window-insight.ts";

/** Matches of n-grams that are told of each query token. */
const NGRAMS_TOLD = 3;
/** Pairs that are scored together where tokens are left out in turn: a transformer is large. */
const OCCLUDED_AT_ONCE = 16;
/** Special tokens of word pieces. */
const SPECIAL = /^\[[A-Z]+\]$/;

/** What the model's kind can say; occlusion where nothing adds up to the score. */
export async function pairInsight(
  backend: Backend,
  { model, values, vocabulary }: TrainedModel,
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const session = await backend.open(variablesOf(model));
  try {
    await writeInitialValues(session, values);
    const told = await toldByKind(session, model, values, query, document);
    if (told.contributions !== undefined) return told;
    const scorer = await PairScorer.open(model, session, { batchSize: OCCLUDED_AT_ONCE });
    const by: OccludedBy = {
      score: (pairs) => scorer.score(pairs),
      isSpecial: (token) => SPECIAL.test(vocabulary.words[token - FIRST_WORD] ?? ""),
    };
    const occlusion = await occlusionOf(by, query, document);
    return { ...told, occlusion };
  } finally {
    await session.close();
  }
}

/** Nothing for models without an insight of their own. */
async function toldByKind(
  session: Session,
  model: NeuralModel,
  values: TrainedModel["values"],
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const insight = model.insight?.(inputsFor(model));
  if (insight === undefined) return {};
  const tensors = tensorsOf(insight);
  const named = Object.fromEntries(tensors.map((tensor, i) => [`part${i}`, tensor]));
  const step = await session.prepare({ outputs: named });
  const { outputs } = await step.run(batcherFor(model).pairs([{ query, document }]));
  const parts = new Map(tensors.map((tensor, i) => [tensor, [...(outputs[`part${i}`] ?? [])]]));
  const valuesOf = (tensor: Tensor): readonly number[] => parts.get(tensor) ?? [];
  const texts = { query: placesRead(model, query), document: placesRead(model, document) };
  const size = { query: query.length, document: document.length };
  if (insight.kind === "terms") {
    return { contributions: spread(valuesOf(insight.contributions), texts.query, size.query) };
  }
  return insight.kind === "windows"
    ? toldWindows(insight, valuesOf, texts, size)
    : toldKernels(insight, valuesOf, values.get(insight.weights) ?? [], texts, size);
}

function tensorsOf(insight: Insight): readonly Tensor[] {
  if (insight.kind === "terms") return [insight.contributions];
  if (insight.kind === "windows") {
    const { sizes, gates = [], features, score, slopes } = insight;
    return [...sizes, ...gates, features, ...[score, slopes].filter((part) => part !== undefined)];
  }
  const { features, gated, ngrams = [] } = insight;
  const matches = ngrams.map((each) => each.matches);
  return gated === undefined ? [features, ...matches] : [features, gated, ...matches];
}

/** The places of the tokens that a batch holds: not padding, and unknown words only where they keep their place. */
function placesRead({ needs }: NeuralModel, tokens: TokenIds): readonly number[] {
  return Array.from(tokens, (id, place) => ({ id, place }))
    .filter(({ id }) => id !== PADDING && (id !== UNKNOWN || needs.unknown === "blank"))
    .map(({ place }) => place);
}

function toldKernels(
  { features, names, gated, ngrams }: KernelInsight,
  valuesOf: ValuesOf,
  weights: ArrayLike<number>,
  texts: PlacesRead,
  lengths: TextLengths,
): PairInsight {
  const rows = rowsOf(valuesOf(features), names.length);
  const weighed = rows.map((row) => row.reduce((sum, x, i) => sum + x * (weights[i] as number), 0));
  return {
    kernels: names.map((name, i) => ({
      name,
      feature: rows.reduce((sum, row) => sum + (row[i] as number), 0),
      weight: weights[i] as number,
    })),
    contributions: spread(weighed, texts.query, lengths.query),
    ...(gated === undefined ? {} : { gated: wholeMatrix(valuesOf(gated), texts, lengths) }),
    ...(ngrams === undefined
      ? {}
      : {
          ngrams: ngrams.map(({ query, document, matches }) => {
            const cells = rowsOf(valuesOf(matches), texts.document.length);
            const best = cells.map((row) => largest(row, texts.document, NGRAMS_TOLD));
            return { query, document, rows: aligned(best, texts.query, lengths.query) };
          }),
        }),
  };
}

function wholeMatrix(
  cells: readonly number[],
  texts: PlacesRead,
  lengths: TextLengths,
): readonly Float64Array[] {
  const rows = aligned(rowsOf(cells, texts.document.length), texts.query, lengths.query);
  return rows.map((row) => {
    const all = new Float64Array(lengths.document);
    for (const [i, value] of row.entries()) all[texts.document[i] as number] = value;
    return all;
  });
}

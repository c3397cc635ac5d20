/**
 * DRMM: for every query term, a histogram of its matches with the document.
 *
 * Guo, Fan, Ai and Croft, "A Deep Relevance Matching Model for Ad-hoc Retrieval",
 * CIKM 2016. A small network scores each histogram; a gate weights each term: score
 * = Σ_i g_i z_i, g a softmax over the terms of w · idf (gate `idf`) or of w · vector
 * (gate `vector`). A histogram has no gradient, so the embeddings do not change.
 * Words outside the vocabulary are dropped like padding.
 */

import { badArgument, quote, type TermwiseError } from "../common/errors.ts";
import {
  affine,
  cellRows,
  clampMin,
  divide,
  gather,
  log,
  matmul,
  multiply,
  pairDot,
  reshape,
  scale,
  segmentHistogram,
  segmentSoftmax,
  segmentSum,
  sum,
  type Tensor,
  tanh,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { applyDense, createDense, listDenseParameters } from "./dense-layer.ts";
import { initialiseEmbeddings, sampleUniform } from "./initial-values.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import { checkIdf } from "./word-idf.ts";
import { createEmbeddingTable, lookUpWordVectors } from "./word-inputs.ts";

/** Options of DRMM. */
export type DrmmOptions = {
  readonly dimensions: number;
  readonly bins: number;
  /** Units of the hidden layer. */
  readonly hidden: number;
  /** `log` of counts, the counts themselves (`count`), or their `share` of the document. */
  readonly histogram: string;
  /** `idf` or `vector`. */
  readonly gate: string;
};

const DEFAULTS: DrmmOptions = {
  dimensions: 300,
  bins: 30,
  hidden: 5,
  histogram: "log",
  gate: "idf",
};

/** A word has cosine 1 with itself. Rounding may leave it just below, in another bin. */
const ROUNDING = 1 + 1e-6;

type Shape = (counts: Tensor) => Tensor;

/** The transformations of the counts, [query tokens, bins]. */
const HISTOGRAMS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["log", (counts) => log(affine(counts, 1, 1))],
  ["count", (counts) => counts],
  ["share", normaliseCounts],
]);

const GATES: readonly string[] = ["idf", "vector"];

/** DRMM: a histogram of the matches of each query term. */
export const DRMM: ModelKind<DrmmOptions> = defineModelKind(
  "drmm",
  "histograms of matches, gated by term (Guo et al. 2016)",
  DEFAULTS,
  (options): ModelBody => {
    const { vocabulary, dimensions, bins, gate } = options;
    const shaped = HISTOGRAMS.get(options.histogram);
    if (shaped === undefined) {
      throw createChoiceError("histogram", options.histogram, [...HISTOGRAMS.keys()]);
    }
    if (!GATES.includes(gate)) throw createChoiceError("gate", gate, GATES);
    const embeddings = createEmbeddingTable(options, dimensions);
    const idf = gate === "idf" ? variable("idf", [vocabulary, 1]) : undefined;
    const layers = [
      createDense("histogram1", bins, options.hidden),
      createDense("histogram2", options.hidden, 1),
    ];
    const gateWeights = variable("gate", [idf === undefined ? dimensions : 1, 1]);
    /** The contribution of each query term to the score, [query tokens]. */
    const contributions = (batch: PairInputs): Tensor => {
      const { query, words, pairs } = batch;
      const histograms = shaped(computeHistograms(embeddings, bins, batch));
      const values = layers.reduce((x, layer) => tanh(applyDense(layer, x)), histograms);
      const wordValues =
        idf === undefined ? lookUpWordVectors(embeddings, batch) : gather(idf, words);
      const queryIdf = gather(wordValues, query);
      const tokens = [pairs.left.over];
      const shares = segmentSoftmax(reshape(matmul(queryIdf, gateWeights), tokens), pairs.left);
      return multiply(reshape(values, tokens), shares);
    };
    return {
      embeddings,
      trained: { embeddings: [], network: [...layers.flatMap(listDenseParameters), gateWeights] },
      frozen: idf === undefined ? [embeddings] : [embeddings, idf],
      needs: { unknown: "drop" },
      usesIdf: idf !== undefined,
      score: (batch) => segmentSum(contributions(batch), batch.pairs.left),
      insight: (batch) => ({ kind: "terms", contributions: contributions(batch) }),
      initialValues: (random, queryIdf = {}) =>
        new Map([
          [
            embeddings,
            initialiseEmbeddings(embeddings, random.split("embeddings"), queryIdf.embeddings),
          ],
          ...layers
            .flatMap(listDenseParameters)
            .map(
              (part) =>
                [part, sampleUniform(part, 0.1, random.split(getVariableName(part)))] as const,
            ),
          [gateWeights, sampleUniform(gateWeights, 0.01, random.split("gate"))],
          ...(idf === undefined
            ? []
            : [[idf, checkIdf("drmm", vocabulary, queryIdf.idf)] as const]),
        ]),
    };
  },
);

/** The histogram of the matches of each query term, [query tokens, bins]. */
function computeHistograms(embeddings: Tensor, bins: number, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const rows = unitRows(lookUpWordVectors(embeddings, batch));
  const cosines = pairDot({ rows, index: query }, { rows, index: document }, pairs);
  return segmentHistogram(scale(cosines, ROUNDING), cellRows(pairs), bins);
}

function normaliseCounts(counts: Tensor): Tensor {
  const lengths = clampMin(sum(counts, 1), 1);
  return divide(counts, reshape(lengths, [...lengths.shape, 1]));
}

function getVariableName({ attributes }: Tensor): string {
  return String(attributes.name);
}

function createChoiceError(
  option: string,
  value: string,
  choices: readonly string[],
): TermwiseError {
  return badArgument(`drmm ${option} must be one of ${choices.join(", ")}, got ${quote(value)}`);
}

/**
 * The contribution of each posting of a term under one setting: the plain loop behind tuning, pools
 * and pruning.
 */

import { countSteps, roundLength, SCORE_STEP } from "../ranking/scorers/index.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import type { ModelSetting } from "./weighted-model.ts";

export interface PostingScorer {
  /**
   * Writes salience · match of each posting of a term to `out`, in list order. An occurrence counts
   * `occurrence`, the term's w.
   */
  impacts(term: number, salience: number, occurrence: number, out: Float64Array): void;
  /**
   * The score of each document for its length per unit of query weight; absent if there is none.
   */
  readonly lengthParts?: Float64Array;
}

export function createPostingScorer(matrix: PostingMatrix, setting: ModelSetting): PostingScorer {
  return setting.model === "bm25"
    ? createBm25Scorer(matrix, setting)
    : createLogScorer(matrix, setting);
}

/** BM25 with `scores=rounded`, in the order of operations of the engine, so that ties are the same. */
export function createRoundedScorer(
  { starts, documents, frequencies, averageLength, lengths }: PostingMatrix,
  { k1, b }: ModelSetting,
): PostingScorer {
  const [base, slope] = [k1 * (1 - b), (k1 * b) / averageLength];
  const roundedLengths = lengths.map(roundLength);
  return {
    impacts(term, salience, occurrence, out) {
      const [start, end] = [starts[term] as number, starts[term + 1] as number];
      const factor = salience / SCORE_STEP;
      for (let i = start; i < end; i++) {
        const x = occurrence * (frequencies[i] as number);
        const length = roundedLengths[documents[i] as number] as number;
        out[i - start] = SCORE_STEP * countSteps(factor, x / (x + base + slope * length));
      }
    },
  };
}

function createBm25Scorer(matrix: PostingMatrix, { k1, b }: ModelSetting): PostingScorer {
  const { starts, documents, frequencies, averageLength } = matrix;
  const norms = matrix.lengths.map((length) => k1 * (1 - b + (b * length) / averageLength));
  return {
    impacts(term, salience, occurrence, out) {
      const [start, end] = [starts[term] as number, starts[term + 1] as number];
      const factor = salience * (k1 + 1);
      for (let i = start; i < end; i++) {
        const x = occurrence * (frequencies[i] as number);
        out[i - start] = (factor * x) / (x + (norms[documents[i] as number] as number));
      }
    },
  };
}

function createLogScorer(matrix: PostingMatrix, setting: ModelSetting): PostingScorer {
  const { starts, frequencies, collectionFrequencies, totalLength, lengths } = matrix;
  const { model, mu } = setting;
  const scorer: PostingScorer = {
    impacts(term, salience, occurrence, out) {
      const [start, end] = [starts[term] as number, starts[term + 1] as number];
      const scale =
        occurrence * computeLogScale(setting, collectionFrequencies[term] as number, totalLength);
      for (let i = start; i < end; i++) {
        out[i - start] = salience * Math.log1p(scale * (frequencies[i] as number));
      }
    },
  };
  return model === "lm"
    ? { ...scorer, lengthParts: lengths.map((length) => -Math.log1p(length / mu)) }
    : scorer;
}

/** The factor of an occurrence inside the logarithm. */
export function computeLogScale(
  { model, mu }: ModelSetting,
  collectionFrequency: number,
  totalLength: number,
): number {
  return model === "lm" ? totalLength / (mu * collectionFrequency) : 1;
}

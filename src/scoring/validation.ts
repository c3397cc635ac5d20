/**
 * Validates a model on held-out queries, at the best re-ranking depth. All candidates are scored
 * once; see depth-curve.ts.
 */

import { badArgument } from "../common/errors.ts";
import { type MeasureSetting, NOT_JUDGED, prepareQueryGrades } from "../evaluation/index.ts";
import type { TokenPair } from "../models/index.ts";
import type { Candidates } from "../ranking/candidates.ts";
import {
  computeDepthCurve,
  type DepthCurve,
  type DepthOptions,
  type ScoredCandidates,
} from "./depth-curve.ts";
import type { PairScorer } from "./pair-scorer.ts";
import type { TextSequences } from "./text-sequences.ts";

/** The measure and the depths of validation. */
export interface ValidationOptions extends DepthOptions {
  readonly measure: MeasureSetting;
  /** Maximum number of candidates scored per query, and the deepest depth. */
  readonly deepest?: number;
}

/** Queries per batch. Bounds the scores and pairs in memory. */
const QUERY_BATCH_SIZE = 256;

interface ValidationQuery {
  readonly gradedCandidates: Omit<ScoredCandidates, "scores">;
  readonly pairs: readonly TokenPair[];
}

/** Measures a model on held-out queries. */
export class Validation {
  readonly #options: Required<ValidationOptions>;
  readonly #queries: readonly ValidationQuery[];

  private constructor(options: Required<ValidationOptions>, queries: readonly ValidationQuery[]) {
    this.#options = options;
    this.#queries = queries;
  }

  /** Reads all texts, so that later validations only score. */
  static async prepare(
    candidates: readonly Candidates[],
    sequences: TextSequences,
    { measure, deepest = 300, shallowest = 1, dropTail = false }: ValidationOptions,
  ): Promise<Validation> {
    if (candidates.length === 0) throw badArgument("validation needs judged queries, got none");
    const queries: ValidationQuery[] = [];
    for (const { query, documents, grades, judged: gradedCandidates } of candidates) {
      const tokens = sequences.query(query.text);
      const pairs: TokenPair[] = [];
      for (const document of documents.subarray(0, deepest)) {
        pairs.push(sequences.pair(tokens, await sequences.document(document)));
      }
      const { ideal } = prepareQueryGrades(query.id, gradedCandidates);
      queries.push({
        gradedCandidates: { grades: gradeCandidates(documents, grades), ideal },
        pairs,
      });
    }
    return new Validation({ measure, deepest, shallowest, dropTail }, queries);
  }

  get measure(): string {
    return this.#options.measure.name;
  }

  /** Scores every candidate and returns the measure at every depth. */
  async curve(scorer: PairScorer): Promise<DepthCurve> {
    const scored: ScoredCandidates[] = [];
    for (let start = 0; start < this.#queries.length; start += QUERY_BATCH_SIZE) {
      const queries = this.#queries.slice(start, start + QUERY_BATCH_SIZE);
      const scores = await scorer.score(queries.flatMap(({ pairs }) => pairs));
      let at = 0;
      for (const { gradedCandidates, pairs } of queries) {
        scored.push({ ...gradedCandidates, scores: scores.subarray(at, at + pairs.length) });
        at += pairs.length;
      }
    }
    const { measure, ...depths } = this.#options;
    return computeDepthCurve(scored, measure, depths);
  }
}

/** Grades of candidates; NOT_JUDGED for those without a judgement. */
function gradeCandidates(
  documents: ArrayLike<number>,
  grades: ReadonlyMap<number, number>,
): Int32Array {
  return Int32Array.from(documents, (document) => grades.get(document) ?? NOT_JUDGED);
}

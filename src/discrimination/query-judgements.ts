/** Queries as terms with their judgements: the input of every way of learning. */

import type { Judgements } from "../collection/run.ts";

/** A query as terms. */
export interface TermQuery {
  readonly id: string;
  readonly terms: readonly string[];
  /** Documents that never count as relevant. */
  readonly exclude?: readonly string[];
}

/** Queries with their judgements. */
export interface QueryJudgements {
  readonly queries: readonly TermQuery[];
  readonly judgements: Judgements;
}

/** Queries as terms, and what is known of their answers: what every way of learning starts from. */

import type { Judgements } from "../collection/run.ts";

/** A query as terms. */
export interface TermQuery {
  readonly id: string;
  readonly terms: readonly string[];
  /** Documents that never count as answers. */
  readonly exclude?: readonly string[];
}

/** Queries and what is known of their answers. */
export interface QueryJudgements {
  readonly queries: readonly TermQuery[];
  readonly judgements: Judgements;
}

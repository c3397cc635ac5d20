/**
 * Simulated users (Joachims, Swaminathan and Schnabel, WSDM 2017): a rank is examined with
 * probability (1 / rank)^bias, and an examined document is clicked with a probability that depends
 * on whether it is relevant.
 */

import type { Impression } from "../../src/behavior/index.ts";
import { Random } from "../../src/common/random.ts";

export interface ClickModel {
  /** The exponent of the examination probability. */
  readonly bias: number;
  /** The probability of a click on an examined document that is relevant, and on any other. */
  readonly relevant: number;
  readonly noise: number;
}

/** The rankings that users see for one query; each impression shows the next one in turn. */
export interface ShownRankings {
  readonly query: string;
  readonly rankings: readonly (readonly string[])[];
  isRelevant(document: string): boolean;
}

export function simulateClicks(
  queries: readonly ShownRankings[],
  impressions: number,
  { bias, relevant, noise }: ClickModel,
  seed: number,
): Impression[] {
  const random = new Random(seed).split("clicks");
  return queries.flatMap(({ query, rankings, isRelevant }) =>
    Array.from({ length: impressions }, (_, i) => {
      const shown = rankings[i % rankings.length] as readonly string[];
      const clicked = shown.filter((document, rank) => {
        const isExamined = random.uniform() < (1 / (rank + 1)) ** bias;
        return random.uniform() < (isRelevant(document) ? relevant : noise) && isExamined;
      });
      return { query, shown, clicked };
    }),
  );
}

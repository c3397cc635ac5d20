/**
 * Which setting to learn with, and for how many epochs, by nDCG@5 of queries
 * that were not learned from.
 *
 * Learnings of one setting on different parts of the queries are added up.
 * Epoch 0 is the plain model, so it is one of the candidates; an epoch that some
 * learning did not reach is none.
 */

import type { TermQuery } from "../query-judgements.ts";
import type { LearnedWeights } from "./learn-weights.ts";

/** What may be chosen: a setting by its place in the grid, and a number of epochs. */
export interface SettingCandidate {
  readonly setting: number;
  readonly epochs: number;
  /** nDCG@5 of the queries that were held out. */
  readonly ndcg: number;
  /** Share of the postings that is kept. */
  readonly kept: number;
}

interface Sums {
  queries: number;
  ndcg: number;
  kept: number;
}

export class SettingChoice {
  /** By setting and epoch. */
  readonly #sums: Sums[][] = [];

  /** Adds what a learning gave on queries that it did not see. */
  add(
    setting: number,
    queries: readonly TermQuery[],
    { probes, history }: Pick<LearnedWeights, "probes" | "history">,
  ): void {
    this.#sums[setting] ??= [];
    const sums = this.#sums[setting] as Sums[];
    for (const [epoch, probe] of probes.entries()) {
      sums[epoch] ??= { queries: 0, ndcg: 0, kept: 0 };
      const sum = sums[epoch] as Sums;
      sum.queries += queries.length;
      sum.ndcg += queries.reduce((total, { id }) => total + (probe.get(id) ?? 0), 0);
      sum.kept += queries.length * (history[epoch]?.kept ?? 1);
    }
  }

  /** The one that ranks best; the earlier among equals. */
  best(): SettingCandidate {
    return this.#candidates().reduce((a, b) => (b.ndcg > a.ndcg ? b : a));
  }

  /**
   * The one that keeps least of those that rank as well as the plain model, or by `tolerance` worse.
   * Only what was learned to the end counts: in its first epochs a setting that prunes much has not
   * yet learned to rank.
   */
  smallest(tolerance: number): SettingCandidate {
    const [plain, ...others] = this.#candidates() as [SettingCandidate, ...SettingCandidate[]];
    const end = Math.max(1, ...others.map(({ epochs }) => epochs));
    const good = others.filter(
      ({ epochs, ndcg }) => epochs === end && ndcg >= plain.ndcg - tolerance,
    );
    return good.length === 0 ? plain : good.reduce((a, b) => (b.kept < a.kept ? b : a));
  }

  #candidates(): SettingCandidate[] {
    return this.#sums.flatMap((sums, setting) =>
      sums.flatMap(({ queries, ndcg, kept }, epochs) =>
        queries === sums[0]?.queries
          ? [{ setting, epochs, ndcg: ndcg / queries, kept: kept / queries }]
          : [],
      ),
    );
  }
}

/**
 * Chooses the setting and the number of epochs by nDCG@5 of held-out queries.
 *
 * Learnings of one setting on different parts of the queries are added up. Epoch 0 is the plain
 * model and always a candidate. An epoch that some learning did not reach is not a candidate.
 */

import type { TermQuery } from "../query-judgements.ts";
import type { LearnedWeights } from "./learn-weights.ts";

/** A candidate: a setting by its position in the grid, and a number of epochs. */
export interface SettingCandidate {
  readonly setting: number;
  readonly epochs: number;
  /** nDCG@5 of the held-out queries. */
  readonly ndcg: number;
  /** Share of the postings that are kept. */
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

  /** Adds the result of a learning on held-out queries. */
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

  /** The candidate that ranks best; the earlier among equals. */
  best(): SettingCandidate {
    return this.#candidates().reduce((a, b) => (b.ndcg > a.ndcg ? b : a));
  }

  /**
   * The candidate with the fewest postings among those that rank as well as the plain model, less
   * `tolerance`. Only completed learnings count: in its first epochs a setting that prunes much has
   * not yet learned to rank.
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

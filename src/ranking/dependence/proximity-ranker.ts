/**
 * Proximity on top of a ranker over single terms (Tao and Zhai, SIGIR 2007):
 *
 *   score = base + log(alpha + exp(-distance))
 *
 * The distance of a document with fewer than two distinct query terms is its length.
 * The bonus falls with distance, fast at first.
 */

import { badArgument } from "../../common/errors.ts";
import type { Clause, DocumentScorer } from "../prepared-query.ts";
import type { BagRanker, Ranker } from "../ranker.ts";
import { checkPositive } from "../scorers/parameter.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import {
  computeNormalisedProximity,
  computeProximity,
  type ProximityMeasure,
} from "./proximity-measures.ts";

/** The proximity measure, and its weight. */
export interface ProximityOptions {
  readonly measure?: ProximityMeasure;
  /**
   * Lower bound of the bonus for large distances, above 0. Smaller values give
   * proximity more weight.
   */
  readonly alpha?: number;
  /** Divide span by occurrences and cover by terms. */
  readonly isNormalised?: boolean;
}

/** A ranker that adds a proximity bonus to the scores of another. */
export function proximityRanker(
  base: BagRanker,
  { measure = "min-dist", alpha = 0.3, isNormalised = false }: ProximityOptions = {},
): Ranker {
  checkPositive("proximity alpha", alpha);
  const distance = isNormalised ? computeNormalisedProximity : computeProximity;

  /** Once `limit` is over, a document gets no bonus. */
  function openBonus(clauses: readonly Clause[], limit: TimeLimit): DocumentScorer {
    const cursors = clauses.map((clause) => clause.open());
    return (document, length) => {
      const positions: Uint32Array[] = [];
      for (const cursor of cursors) {
        if (cursor.document < document) cursor.seek(document);
        if (cursor.document !== document) continue;
        if (limit.count(cursor.frequency)) return 0;
        positions.push(cursor.positions());
      }
      const termDistance = positions.length < 2 ? length : distance(measure, positions, limit);
      return limit.isOver ? 0 : computeProximityBonus(termDistance, alpha);
    };
  }

  return {
    async prepare(view, query, scope = {}) {
      if (!view.hasPositions) {
        throw badArgument("proximity needs an index with positions; this index has none");
      }
      const { limit = TimeLimit.none() } = scope;
      const { clauses, documentPart } = await base.prepare(view, query, scope);
      const open = (): DocumentScorer => {
        const bonus = openBonus(clauses, limit);
        const scoreBasePart = documentPart?.open();
        if (scoreBasePart === undefined) return bonus;
        return (document, length) => scoreBasePart(document, length) + bonus(document, length);
      };
      const label = documentPart === undefined ? "proximity" : `${documentPart.label}, proximity`;
      return { clauses, documentPart: { label, open } };
    },
  };
}

/** Strictly decreasing and convex in `distance`. */
export function computeProximityBonus(distance: number, alpha: number): number {
  return Math.log(alpha + Math.exp(-distance));
}

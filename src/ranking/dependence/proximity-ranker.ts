/**
 * Proximity on top of a ranker over single terms (Tao and Zhai, SIGIR 2007):
 *
 *   score = base + log(alpha + exp(-distance))
 *
 * A document in which fewer than two distinct query terms stand has its length
 * as distance. The bonus falls with distance, fast at first.
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

/** Which measure of proximity counts, and how much. */
export interface ProximityOptions {
  readonly measure?: ProximityMeasure;
  /** How much a great distance still leaves; the smaller, the more proximity matters. Above 0. */
  readonly alpha?: number;
  /** Divide span by occurrences and cover by terms. */
  readonly isNormalised?: boolean;
}

/** A ranker that adds to another how near the query's terms stand to each other. */
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
        throw badArgument("proximity needs an index with positions, and this one has none");
      }
      const { limit = TimeLimit.none() } = scope;
      const { clauses, documentPart } = await base.prepare(view, query, scope);
      const open = (): DocumentScorer => {
        const bonus = openBonus(clauses, limit);
        const rest = documentPart?.open();
        if (rest === undefined) return bonus;
        return (document, length) => rest(document, length) + bonus(document, length);
      };
      const label = documentPart === undefined ? "proximity" : `${documentPart.label}, proximity`;
      return { clauses, documentPart: { label, open } };
    },
  };
}

/** Strictly falling and convex in `distance`. */
export function computeProximityBonus(distance: number, alpha: number): number {
  return Math.log(alpha + Math.exp(-distance));
}

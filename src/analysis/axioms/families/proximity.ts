/**
 * How a score changes with the distance of two query terms (Tao and Zhai,
 * SIGIR 2007): it falls with distance, and ever more slowly.
 *
 * All documents of an instance are the same words. The fillers that stand
 * between the terms in the one stand at the end in the other.
 */

import { type Axiom, type AxiomInstance, madeUp, pairOf, type WordSequence } from "../axiom.ts";
import type { TermSampler } from "../term-sampling.ts";

const SOURCE = "Tao and Zhai 2007";
/** Fillers between the terms at most. */
export const MOST_BETWEEN = 20;
/** Fillers before the first term and after the last. */
const AROUND = 10;

export const CLOSER: Axiom = {
  id: "P1",
  summary: "two query terms further apart, in the same words, do not raise the score",
  source: SOURCE,
  isStrict: false,
  draw(sampler) {
    const { query, apart } = distanceRow(sampler);
    const near = sampler.count(0, MOST_BETWEEN - 1);
    return pairOf(query, apart(near), apart(sampler.count(near + 1, MOST_BETWEEN)));
  },
};

export const CONVEX: Axiom = {
  id: "P2",
  summary: "each further word between two query terms costs no more than the one before",
  source: SOURCE,
  isStrict: false,
  draw(sampler): AxiomInstance {
    const { query, apart } = distanceRow(sampler);
    const near = sampler.count(0, MOST_BETWEEN - 2);
    return {
      query,
      documents: [near, near + 1, near + 2].map((between) => madeUp(apart(between))),
      sides: ({ 0: a, 1: b, 2: c }) => {
        const [first, middle, last] = [a, b, c] as [number, number, number];
        return [first - middle, middle - last];
      },
    };
  },
};

/** Two query terms, and the same document with so many of its fillers between them. */
export function distanceRow(sampler: TermSampler): {
  readonly query: WordSequence;
  readonly apart: (between: number) => WordSequence;
} {
  const terms = sampler.terms(2);
  const [first, second] = terms.map(({ word }) => word) as [string, string];
  const fillers = sampler.fillers(2 * AROUND + MOST_BETWEEN, terms);
  const before = fillers.slice(0, AROUND);
  const after = fillers.slice(AROUND, 2 * AROUND);
  const moving = fillers.slice(2 * AROUND);
  return {
    query: [first, second],
    apart: (between) => [
      ...before,
      first,
      ...moving.slice(0, between),
      second,
      ...after,
      ...moving.slice(between),
    ],
  };
}

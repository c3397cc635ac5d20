/**
 * Distance constraints (Tao and Zhai, SIGIR 2007): a score falls with the distance of two query
 * terms, and ever more slowly.
 *
 * All documents of an instance have the same words. Fillers between the terms in one document are
 * at the end in the other.
 */

import {
  type Axiom,
  type AxiomInstance,
  createPairInstance,
  createTestDocument,
  type WordSequence,
} from "../axiom.ts";
import type { TermSampler } from "../term-sampler.ts";

const SOURCE = "Tao and Zhai 2007";
/** Maximum number of fillers between the terms. */
export const MAX_DISTANCE = 20;
/** Fillers before the first term and after the last. */
const CONTEXT_LENGTH = 10;

export const CLOSER: Axiom = {
  id: "P1",
  summary: "two query terms further apart, in the same words, do not raise the score",
  source: SOURCE,
  isStrict: false,
  draw(sampler) {
    const { query, apart } = drawDistanceDocuments(sampler);
    const distance = sampler.count(0, MAX_DISTANCE - 1);
    return createPairInstance(
      query,
      apart(distance),
      apart(sampler.count(distance + 1, MAX_DISTANCE)),
    );
  },
};

export const CONVEX: Axiom = {
  id: "P2",
  summary: "each further word between two query terms costs no more than the one before",
  source: SOURCE,
  isStrict: false,
  draw(sampler): AxiomInstance {
    const { query, apart } = drawDistanceDocuments(sampler);
    const distance = sampler.count(0, MAX_DISTANCE - 2);
    return {
      query,
      documents: [distance, distance + 1, distance + 2].map((between) =>
        createTestDocument(apart(between)),
      ),
      sides: ({ 0: a, 1: b, 2: c }) => {
        const [first, middle, last] = [a, b, c] as [number, number, number];
        return [first - middle, middle - last];
      },
    };
  },
};

/** Two query terms, and the same document with different numbers of its fillers between them. */
export function drawDistanceDocuments(sampler: TermSampler): {
  readonly query: WordSequence;
  readonly apart: (between: number) => WordSequence;
} {
  const terms = sampler.terms(2);
  const [first, second] = terms.map(({ word }) => word) as [string, string];
  const fillers = sampler.fillers(2 * CONTEXT_LENGTH + MAX_DISTANCE, terms);
  const before = fillers.slice(0, CONTEXT_LENGTH);
  const after = fillers.slice(CONTEXT_LENGTH, 2 * CONTEXT_LENGTH);
  const moving = fillers.slice(2 * CONTEXT_LENGTH);
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

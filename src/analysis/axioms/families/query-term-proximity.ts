/**
 * PROX1 to PROX5 (Hagen, Völske, Göring and Stein, CIKM 2016): of two documents with the same
 * words, the one whose query terms are closer together, or earlier, is better, by one of five
 * measures.
 *
 * The synthetic instances are two random orders of the same words that the measure distinguishes.
 */

import { type Axiom, createPairInstance } from "../axiom.ts";
import * as preferences from "../mined/proximity-preferences.ts";
import type { TermPreference } from "../mined/term-preference.ts";
import type { TermSampler } from "../term-sampler.ts";

/** Short enough that random orders differ much. */
const LENGTH = 30;
/** Maximum number of orders tried per instance. */
const MAX_ORDERS = 20;

export const QUERY_TERM_PROXIMITY: readonly Axiom[] = [
  createProximityAxiom("PROX1", "the smaller mean gap between query terms", preferences.PROX1),
  createProximityAxiom(
    "PROX2",
    "the smaller sum of the first places of query terms",
    preferences.PROX2,
  ),
  createProximityAxiom(
    "PROX3",
    "the earlier first occurrence of the query as a phrase",
    preferences.PROX3,
  ),
  createProximityAxiom(
    "PROX4",
    "fewer other words inside the closest group of all query terms",
    preferences.PROX4,
  ),
  createProximityAxiom(
    "PROX5",
    "the smaller mean width of the groups of all query terms",
    preferences.PROX5,
  ),
];

function createProximityAxiom(id: string, better: string, { prefer }: TermPreference): Axiom {
  return {
    id,
    summary: `of the same words, ${better} is better`,
    source: "Hagen, Völske, Göring and Stein 2016",
    isStrict: true,
    draw(sampler) {
      const query = sampler.terms(sampler.count(2, 3));
      const words = query.map(({ word }) => word);
      // Each word of a lexicon represents one term, so words compare as terms do.
      const statistics = { query: words, idf: () => 0 };
      const { first, next } = drawOrders(sampler, query);
      for (let i = 0; i < MAX_ORDERS; i++) {
        const second = next();
        const preference = prefer(statistics, first, second);
        if (preference === 0) continue;
        return preference > 0
          ? createPairInstance(words, first, second)
          : createPairInstance(words, second, first);
      }
      return undefined;
    },
  };
}

/** A document with every query term once or twice, and further orders of its words. */
function drawOrders(
  sampler: TermSampler,
  query: ReturnType<TermSampler["terms"]>,
): { first: readonly string[]; next: () => readonly string[] } {
  const twice = sampler.random.below(2) === 1 ? query : [];
  const termWords = [...query, ...twice].map(({ word }) => word);
  const fillers = sampler.fillers(LENGTH - termWords.length, query);
  const order = (): readonly string[] => {
    // Half of the time the query occurs as a phrase, which random orders hardly ever contain.
    const phrase = sampler.random.below(2) === 1 ? [query.map(({ word }) => word)] : [];
    const single = termWords.slice(phrase.length * query.length).map((word) => [word]);
    const blocks = [...fillers.map((word) => [word]), ...single, ...phrase];
    return sampler.random.shuffle(blocks).flat();
  };
  return { first: order(), next: order };
}

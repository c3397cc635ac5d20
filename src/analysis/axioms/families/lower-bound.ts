/**
 * The lower bound constraint LB1 (Lv and Zhai, CIKM 2011) in a black-box form: of two documents
 * with scores within 10 % of each other, the one with a query term that the other lacks entirely is
 * better.
 */

import { type Axiom, createPairInstance } from "../axiom.ts";
import { LONG_LENGTHS } from "../term-sampler.ts";

const MARGIN = 0.1;

export const LB1: Axiom = {
  id: "LB1",
  summary:
    "of two documents with nearly equal scores, the one with one more of the query terms is above",
  source: "Lv and Zhai 2011",
  isStrict: true,
  draw(sampler) {
    const [distinguishing, shared] = sampler.terms(2);
    if (distinguishing === undefined || shared === undefined) return undefined;
    const query = [distinguishing, shared];
    const documents = [[distinguishing.word], []].map((mine) => {
      const length = sampler.length(LONG_LENGTHS);
      const common = Array.from({ length: sampler.count(1, 15) }, () => shared.word);
      return sampler.layout(length, query, [...mine, ...common]).words;
    });
    const [above = [], below = []] = documents;
    return {
      ...createPairInstance([distinguishing.word, shared.word], above, below),
      premise: ({ 0: a, 1: b }) => isClose(a as number, b as number, MARGIN),
    };
  },
};

/** True if two numbers differ by at most this share of the larger. */
export function isClose(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));
}

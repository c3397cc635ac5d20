/** Why a document has the score that words and meaning give it together: a part for each, which add up. */

import type { Explanation } from "../../ranking/explanation.ts";
import type { MeaningRanker } from "./meaning-ranker.ts";

/** What a document has for its words and for its meaning, and where that comes from. */
export interface MeaningParts {
  readonly words: number;
  readonly meaning: number;
  readonly wordFacts: Readonly<Record<string, number>>;
  readonly meaningFacts: Readonly<Record<string, number>>;
}

const FORMULAS = {
  dense: ["", "cosine"],
  hybrid: ["(score - mean) / deviation", "alpha · (cosine - mean) / deviation"],
  rrf: ["1 / (k + rank)", "1 / (k + rank)"],
} as const;

/** `ofWords` is the explanation of the score that the ranker of words gives. */
export function partsExplanation(
  id: string,
  { kind }: MeaningRanker,
  { words, meaning, wordFacts, meaningFacts }: MeaningParts,
  ofWords: Explanation | undefined,
): Explanation {
  const [wordFormula, meaningFormula] = FORMULAS[kind];
  const near: Explanation = {
    label: "meaning",
    value: meaning,
    facts: meaningFacts,
    formula: meaningFormula,
    parts: [],
  };
  if (ofWords === undefined) {
    return { label: id, value: meaning, facts: meaningFacts, parts: [near] };
  }
  const found: Explanation = {
    label: "words",
    value: words,
    facts: wordFacts,
    formula: wordFormula,
    parts: kind === "hybrid" ? standardisedParts(ofWords, words, wordFacts) : [],
  };
  return { label: id, value: words + meaning, facts: ofWords.facts, parts: [found, near] };
}

/** The parts of a score in deviations, and what the mean takes away: as much as leaves the whole. */
function standardisedParts(
  { parts }: Explanation,
  whole: number,
  { deviation = 0 }: Readonly<Record<string, number>>,
): readonly Explanation[] {
  if (deviation === 0) return [];
  const scaled = parts.map((part) => ({ ...part, value: part.value / deviation, parts: [] }));
  const sum = scaled.reduce((total, { value }) => total + value, 0);
  return [...scaled, { label: "mean", value: whole - sum, facts: {}, parts: [] }];
}

/**
 * Fusion of a lexical and a dense score, and its explanation.
 *
 * `hybrid` standardises both over the candidates (mean 0, deviation 1) and adds
 * them; `rrf` is in reciprocal-rank-fusion.ts.
 */

import type { Explanation } from "../../ranking/explanation.ts";
import type { HybridRanker } from "./hybrid-ranker.ts";

/** Mean and standard deviation of scores. */
export interface ScoreSpread {
  readonly mean: number;
  /** Of the population; 0 where all scores are equal. */
  readonly deviation: number;
}

/**
 * The mean and deviation of scores; 0 and 0 for no scores. They are added up by size, so that equal
 * documents have equal scores however the index numbers them.
 */
export function computeSpread(unsorted: Float64Array): ScoreSpread {
  if (unsorted.length === 0) return { mean: 0, deviation: 0 };
  const scores = unsorted.slice().sort();
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) };
}

/** The z-score; 0 where all scores are equal. */
export function standardise(score: number, { mean, deviation }: ScoreSpread): number {
  return deviation === 0 ? 0 : (score - mean) / deviation;
}

/** The lexical and the dense part of a score, and the facts behind them. */
export interface FusionParts {
  readonly lexical: number;
  readonly dense: number;
  readonly lexicalFacts: Readonly<Record<string, number>>;
  readonly denseFacts: Readonly<Record<string, number>>;
}

const FORMULAS = {
  dense: ["", "cosine"],
  hybrid: ["(score - mean) / deviation", "alpha · (cosine - mean) / deviation"],
  rrf: ["1 / (k + rank)", "1 / (k + rank)"],
} as const;

/** Explains a fused score by a lexical and a dense part. `lexicalExplanation` explains the score of the lexical ranker. Labels are part of the public output. */
export function explainFusion(
  id: string,
  { kind }: HybridRanker,
  { lexical, dense, lexicalFacts, denseFacts }: FusionParts,
  lexicalExplanation: Explanation | undefined,
): Explanation {
  const [lexicalFormula, denseFormula] = FORMULAS[kind];
  const densePart: Explanation = {
    label: "meaning",
    value: dense,
    facts: denseFacts,
    formula: denseFormula,
    parts: [],
  };
  if (lexicalExplanation === undefined) {
    return { label: id, value: dense, facts: denseFacts, parts: [densePart] };
  }
  const lexicalPart: Explanation = {
    label: "words",
    value: lexical,
    facts: lexicalFacts,
    formula: lexicalFormula,
    parts: kind === "hybrid" ? standardiseParts(lexicalExplanation, lexical, lexicalFacts) : [],
  };
  return {
    label: id,
    value: lexical + dense,
    facts: lexicalExplanation.facts,
    parts: [lexicalPart, densePart],
  };
}

/** The parts of a lexical score in deviations, and the mean as the difference to their sum. */
function standardiseParts(
  { parts }: Explanation,
  lexicalScore: number,
  { deviation = 0 }: Readonly<Record<string, number>>,
): readonly Explanation[] {
  if (deviation === 0) return [];
  const scaled = parts.map((part) => ({ ...part, value: part.value / deviation, parts: [] }));
  const sum = scaled.reduce((total, { value }) => total + value, 0);
  return [...scaled, { label: "mean", value: lexicalScore - sum, facts: {}, parts: [] }];
}

/** Why a document has the score that words and meaning give it together: a part for each, which add up. */

import type { Explanation } from "../../ranking/explanation.ts";
import type { HybridRanker } from "./hybrid-ranker.ts";

/** What a document has for its words and for its meaning, and where that comes from. */
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

/** `ofWords` is the explanation of the score that the ranker of words gives. */
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

/** The parts of a score in deviations, and what the mean takes away: as much as leaves the whole. */
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

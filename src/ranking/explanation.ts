/**
 * The explanation of a score: a tree whose parts add up to the score exactly,
 * because they are added in the same order as in the traversals.
 */

import type { IndexView } from "../index/snapshots/index.ts";
import type { DocumentBoost } from "./boost-score.ts";
import { explainFields } from "./fields/field-explanation.ts";
import type { PreparedQuery } from "./prepared-query.ts";

/** A score, or a part of one, with its components. */
export interface Explanation {
  /** A document id, a term, a window, or a score that depends on no term (length, proximity). */
  readonly label: string;
  /** With parts, their sum from left to right. */
  readonly value: number;
  /** The numbers that `value` comes from, by name; for a term, value = weight · match. */
  readonly facts: Readonly<Record<string, number>>;
  /** How `match` comes from the other facts. */
  readonly formula?: string;
  readonly parts: readonly Explanation[];
}

/** Explains the score of a living document. Query terms that do not occur in it have no part. */
export function explain(
  view: IndexView,
  { clauses, documentPart, bonuses = [], boost }: PreparedQuery,
  document: number,
): Explanation {
  const length = view.length(document);
  const parts: Explanation[] = [];
  for (const clause of clauses) {
    const { label, statistics, weight, match, formula, facts, open } = clause;
    const cursor = open();
    if (cursor.seek(document) !== document) continue;
    if (clause.parts !== undefined) {
      parts.push(explainFields(clause, cursor, document));
      continue;
    }
    const { frequency } = cursor;
    const matchValue = match(frequency, length);
    parts.push({
      label,
      value: weight * matchValue,
      facts: { frequency, length, ...statistics, ...facts, weight, match: matchValue },
      formula,
      parts: [],
    });
  }
  if (documentPart !== undefined) {
    const value = documentPart.open()(document, length);
    parts.push({ label: documentPart.label, value, facts: { length }, parts: [] });
  }
  for (const { label, value, documents } of bonuses) {
    if (documents.has(document)) parts.push({ label, value, facts: {}, parts: [] });
  }
  let value = parts.reduce((sum, part) => sum + part.value, 0);
  for (const part of explainBoost(boost, document, value)) {
    parts.push(part);
    value += part.value;
  }
  const facts = {
    documentCount: view.documentCount,
    averageLength: view.totalLength / view.documentCount,
    totalLength: view.totalLength,
  };
  return { label: view.id(document), value, facts, parts };
}

/** One part per boost: what it adds to the score before it. */
export function explainBoost(
  boost: DocumentBoost | undefined,
  document: number,
  score: number,
): Explanation[] {
  let boosted = score;
  const parts: Explanation[] = [];
  for (const { values, isFactor, label, formula, weight } of boost?.boosts ?? []) {
    const boostValue = values[document] as number;
    const value = isFactor ? boosted * boostValue : boostValue;
    const facts = isFactor ? { score: boosted, factor: 1 + boostValue, weight } : { weight };
    parts.push({ label, value, facts, formula, parts: [] });
    boosted += value;
  }
  return parts;
}

/**
 * The clauses of a query as the kernels search them: one list each. A clause over
 * fields becomes one clause per field.
 */

import { type FieldView, type IndexView, isFieldView } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { TermScorer } from "../scorers/match.ts";
import type { RoundedMatch } from "../scorers/rounded-scores.ts";
import type { MergedLists } from "./merged-lists.ts";

/** A list and how its postings are scored: at most weight · match(frequency, length). */
export interface KernelClause {
  /** The name of the list in the dictionary. */
  readonly key: string;
  /** The text field whose lengths count; 0 for the whole document. */
  readonly field: number;
  readonly weight: number;
  readonly match: TermScorer;
  /** As in a clause of the query. */
  readonly rounded?: RoundedMatch | undefined;
  /** As in a part of a clause of the query. */
  readonly merged?: MergedLists | undefined;
}

/** A query as the kernels search it. */
export interface KernelQuery {
  readonly clauses: readonly KernelClause[];
  /** Some clauses are over fields; their scores come from `combine`. */
  readonly hasFields: boolean;
  /** The field of all clauses, where clauses are not over fields. */
  readonly singleField?: FieldView | undefined;
  /** The score of a document equals the sum of its clauses and is not below it. */
  readonly isSum: boolean;
  /**
   * The words of a query over fields whose lists' odds add up: the number of clauses
   * and the largest score of each.
   */
  readonly words?: readonly { readonly clauses: number; readonly weight: number }[];
}

/**
 * Undefined for a query without known upper bounds, or whose scores need more than
 * posting lists.
 */
export function toKernelQuery(
  { clauses, documentPart }: PreparedQuery,
  view: IndexView,
): KernelQuery | undefined {
  if (documentPart !== undefined && documentPart.isOfLength !== true) return undefined;
  const hasFields = clauses.some(({ parts }) => parts !== undefined);
  if (hasFields) return toFieldKernelQuery(clauses);
  const singleField = view.fields?.[0]?.view;
  // No list contains the words of several fields.
  if (view.fields !== undefined && view.fields.length > 1) return undefined;
  if (singleField !== undefined && !isFieldView(singleField)) return undefined;
  const kernelClauses: KernelClause[] = [];
  for (const { label, weight, match, rounded, isTerm, isMonotone } of clauses) {
    const key = singleField === undefined ? label : singleField.key(label);
    if (!isTerm || isMonotone !== true || key === undefined) return undefined;
    kernelClauses.push({ key, field: singleField?.number ?? 0, weight, match, rounded });
  }
  return { clauses: kernelClauses, hasFields, isSum: true, singleField };
}

function toFieldKernelQuery(clauses: PreparedQuery["clauses"]): KernelQuery | undefined {
  const kernelClauses: KernelClause[] = [];
  for (const { parts } of clauses) {
    if (parts === undefined) return undefined;
    for (const { view, term, weight, match, merged, isMonotone } of parts) {
      if (!isFieldView(view) || !isMonotone || !(weight >= 0)) return undefined;
      const key = view.key(term);
      if (key === undefined) return undefined;
      kernelClauses.push({ key, field: view.number, weight, match, merged });
    }
  }
  const isSum = clauses.every((clause) => clause.isSum === true);
  const areOddsAdded = clauses.every((clause) => clause.areOddsAdded === true);
  if (isSum || !areOddsAdded) return { clauses: kernelClauses, hasFields: true, isSum };
  const words = clauses.map(({ parts = [], weight }) => ({ clauses: parts.length, weight }));
  return { clauses: kernelClauses, hasFields: true, isSum, words };
}

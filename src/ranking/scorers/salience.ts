/** Salience: the factor per term that multiplies a match, such as idf or a learned number. */

import type { TermStatistics } from "../../index/snapshots/index.ts";
import { IDF_FUNCTIONS, type IdfForm } from "../../index/weights/index.ts";
import type { MatchStatistics } from "./match.ts";

export { IDF_FORMULAS, type IdfForm } from "../../index/weights/index.ts";

/** The weight of a term: any finite number. A term with a negative weight lowers the score of a document. */
export type Salience = (
  term: string,
  statistics: TermStatistics,
  collection: MatchStatistics,
) => number;

/** The form of idf with that name. */
export function idf(form: IdfForm): Salience {
  const rarity = IDF_FUNCTIONS[form];
  return (_, statistics, collection) => rarity(statistics, collection);
}

/**
 * Salience from a table, such as learned weights. A term that is not in the table
 * has weight `missing`.
 */
export function createTableSalience(weights: ReadonlyMap<string, number>, missing = 0): Salience {
  return (term) => weights.get(term) ?? missing;
}

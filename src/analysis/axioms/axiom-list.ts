/** All axioms on synthetic instances, in the order of reports, and their selection by id. */

import { badArgument, quote } from "../../common/errors.ts";
import { findNearestName } from "../../common/find-nearest-name.ts";
import type { Axiom } from "./axiom.ts";
import { LNC1, LNC1_INSERT, LNC2, TF_LNC } from "./families/length.ts";
import { LB1 } from "./families/lower-bound.ts";
import { CLOSER, CONVEX } from "./families/proximity.ts";
import { QUERY_TERM_PROXIMITY } from "./families/query-term-proximity.ts";
import { STMC1, STMC2, STMC3 } from "./families/semantic-matching.ts";
import {
  LEN_M_TDC,
  M_TDC,
  TDC_2004,
  TDC_2011,
  TDC_2011_ANY,
} from "./families/term-discrimination.ts";
import { TFC1, TFC1_MULTI, TFC2, TFC3 } from "./families/term-frequency.ts";

/** Every axiom that synthetic documents can test, in the order of reports. */
export const AXIOMS: readonly Axiom[] = [
  TFC1,
  TFC1_MULTI,
  TFC2,
  TFC3,
  TDC_2004,
  TDC_2011,
  TDC_2011_ANY,
  M_TDC,
  LEN_M_TDC,
  LNC1,
  LNC1_INSERT,
  LNC2,
  TF_LNC,
  LB1,
  CLOSER,
  CONVEX,
  ...QUERY_TERM_PROXIMITY,
  STMC1,
  STMC2,
  STMC3,
];

/** The axioms with these ids, in list order; all for an empty list. Case-insensitive. */
export function findAxioms(ids: readonly string[]): readonly Axiom[] {
  const axiomIds = AXIOMS.map(({ id }) => id);
  const selected = new Set<string>();
  for (const id of ids) {
    const match = axiomIds.find((each) => each.toLowerCase() === id.toLowerCase());
    if (match === undefined) {
      const suggestion = findNearestName(id, axiomIds);
      const hint =
        suggestion === undefined
          ? `there are ${axiomIds.join(", ")}`
          : `did you mean ${suggestion}?`;
      throw badArgument(`there is no axiom ${quote(id)}: ${hint}`);
    }
    selected.add(match);
  }
  return selected.size === 0 ? AXIOMS : AXIOMS.filter(({ id }) => selected.has(id));
}

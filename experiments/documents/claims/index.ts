/**
 * Every claim of the five documents that can be measured, with the value that its document reports,
 * the experiment that measures it, and a note for a different result. The verdicts are not here:
 * they are derived from the stored outcomes by rule.
 */

import { DEPENDENCE_CLAIMS } from "./dependence.ts";
import { DISCRIMINATION_CLAIMS } from "./discrimination.ts";
import { LECTURE_CLAIMS } from "./lecture.ts";
import { LOW_FREQUENCY_CLAIMS } from "./low-frequency.ts";
import type { DocumentClaims } from "./paper-claim.ts";
import { SALIENCE_CLAIMS } from "./salience.ts";

export type { PaperClaim } from "./paper-claim.ts";

/** The documents and their claims, in order. */
export const PAPER_CLAIMS: readonly DocumentClaims[] = [
  SALIENCE_CLAIMS,
  DISCRIMINATION_CLAIMS,
  DEPENDENCE_CLAIMS,
  LOW_FREQUENCY_CLAIMS,
  LECTURE_CLAIMS,
];

/**
 * Every claim of the five documents that a number can speak to, with what its
 * document reports, the experiment that measures it, and what to say where we
 * find otherwise. The verdicts are not here: they come from the stored outcomes
 * by rule.
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

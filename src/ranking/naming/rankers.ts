/** All rankers with a name, in the order in which they are listed. */

import { BM25, LM, LM_JM, PL, TFIDF } from "./bag-declarations.ts";
import type { RankerDeclaration } from "./declaration.ts";
import { DENSE, HYBRID, RRF } from "./dense-declarations.ts";
import { FDM, FI, PROXIMITY, SDM } from "./dependence-declarations.ts";
import { TDV_BM25, TDV_LM, TDV_TFIDF } from "./discrimination-declarations.ts";
import { RM3 } from "./feedback-declaration.ts";
import { BM25F, SUM } from "./field-declarations.ts";

/**
 * Rankers by feedback, term dependence and the paper's occurrence weights, which a bundle can leave
 * out (common/bundle-parts.ts).
 */
const OPTIONAL_RANKERS: readonly RankerDeclaration[] = globalThis.TERMWISE_LEXICAL
  ? []
  : [RM3, FI, SDM, FDM, PROXIMITY, TDV_BM25, TDV_LM, TDV_TFIDF];

/** The declarations of the rankers over terms. */
export const LEXICAL_RANKERS: readonly RankerDeclaration[] = [
  BM25,
  LM,
  LM_JM,
  TFIDF,
  PL,
  BM25F,
  SUM,
  ...OPTIONAL_RANKERS,
];

/** The declarations of all rankers: names, options, formulas. */
export const RANKERS: readonly RankerDeclaration[] = [...LEXICAL_RANKERS, HYBRID, RRF, DENSE];

/** The forms of idf and the parameters of BM25, for other modules. */

export { BM25_DEFAULTS } from "./bm25.ts";
export { ROUNDED_OPTION } from "./rounded-lengths.ts";
export { countSteps, roundCount, roundLength, SCORE_STEP } from "./rounded-scores.ts";
export { type IdfForm, idf } from "./salience.ts";

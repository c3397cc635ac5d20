/** Run + judgements → numbers: measures, significance, correlation. */

export * from "./contingency.ts";
export * from "./evaluate.ts";
export { GAIN_FORMS, type GainForm } from "./gain.ts";
export * from "./judged-ranking.ts";
export type { Measure, ParameterName, Settings } from "./measure.ts";
export { MEASURES } from "./measure-list.ts";
export * from "./measure-name.ts";

/** Judging relevance: the agreement of raters, and a judge behind a chat endpoint. */

export {
  type ChatJudgeOptions,
  type JudgedPair,
  judgePairs,
  type PairGrade,
} from "./chat-judge.ts";
export {
  checkHumanJudgements,
  checkJudge,
  type HumanJudgement,
  type JudgeCheck,
} from "./judge-check.ts";
export {
  type AgreementReport,
  combineRaters,
  measureAgreement,
  type RaterPair,
} from "./rater-agreement.ts";

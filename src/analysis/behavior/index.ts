/** Behavior of users: a log of searches and clicks, its report, and the result lists to learn from. */

export { type BehaviorRecords, readBehavior } from "./behavior-log.ts";
export { type BehaviorReportOptions, createBehaviorReport } from "./behavior-report.ts";
export { toImpressions } from "./searches-with-clicks.ts";

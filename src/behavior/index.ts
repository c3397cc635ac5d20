/** Behavior of users: recorded searches and clicks, their report, and judgements from clicks. */

export { type BehaviorRecords, readBehavior } from "./behavior-log.ts";
export { type BehaviorReportOptions, createBehaviorReport } from "./behavior-report.ts";
export { readClicks } from "./click-file.ts";
export * from "./judgements-from-clicks.ts";
export { toImpressions } from "./searches-with-clicks.ts";

/** The log of behavior of an index: its report, and judgements from its clicks. */

import { join } from "node:path";
import type { BehaviorReport } from "../../../src/api/behavior.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument } from "../../../src/common/errors.ts";
import type { ClickJudgements } from "../../../src/neural.ts";
import { BEHAVIOR_FOLDER, checkIndex, resolveStateFolder } from "./index-catalog.ts";
import type { Store } from "./store.ts";

/** What the socket thread adds to the input of a report. */
export interface BehaviorInput {
  readonly index: string;
  readonly isRecording: boolean;
  readonly lost: number;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
}

/** The report of the log. */
export async function reportBehavior(
  store: Store,
  { index, isRecording, lost, since, limit }: BehaviorInput,
): Promise<BehaviorReport> {
  const records = await readRecords(store, index);
  const { createBehaviorReport } = await import("../../../src/evaluation.ts");
  const options = defined({ since: since === undefined ? undefined : new Date(since), limit });
  return { isRecording, ...createBehaviorReport(records, options), lost };
}

/** Judgements from the clicks of the log. `BAD_ARGUMENT` if nothing was clicked. */
export async function judgeByClicks(store: Store, index: string): Promise<ClickJudgements> {
  const records = await readRecords(store, index);
  const { toImpressions } = await import("../../../src/evaluation.ts");
  const { estimateJudgements } = await import("../../../src/neural.ts");
  const impressions = toImpressions(records);
  if (impressions.length === 0) {
    throw badArgument("no searches were recorded; start the server with --behavior");
  }
  return estimateJudgements(impressions);
}

async function readRecords(store: Store, index: string) {
  await checkIndex(store.catalog, index);
  const { readBehavior } = await import("../../../src/evaluation.ts");
  return readBehavior(store.files, join(resolveStateFolder(store.catalog, index), BEHAVIOR_FOLDER));
}

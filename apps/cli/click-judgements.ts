/** `--clicks`: judgements estimated from a file of clicks, with notes on how well they are known. */

import { estimateJudgements, readClicks } from "../../src/behavior/index.ts";
import type { Split } from "../../src/collection/index.ts";
import type { CommandContext } from "./command.ts";

/** Judgements estimated from clicks, corrected for position. */
export async function readClickJudgements(
  clicks: string,
  context: CommandContext,
): Promise<Pick<Split, "queries" | "judgements">> {
  const { report, ...judged } = estimateJudgements(await readClicks(context.files, clicks));
  const { clicks: clickCount, impressions, contradictory, movedPairs, propensities } = report;
  context.note(
    `${clickCount} clicks in ${impressions} lists; how often a rank is looked at was ${report.source}; ${contradictory} documents were clicked at one time and passed over at another`,
  );
  if (report.source === "assumed") {
    context.note(
      `warning: ${movedPairs} clicked documents were shown at several ranks, and 20 are needed to estimate position bias; it was assumed to be 1/rank. Vary the order of some lists to estimate it, and measure the gain on judged queries with --validate`,
    );
  } else {
    const shown = propensities.slice(0, 5).map((each) => each.toFixed(2));
    context.note(
      `from ${movedPairs} clicked documents shown at several ranks, the first ranks are looked at with relative probabilities ${shown.join(", ")}`,
    );
  }
  return judged;
}

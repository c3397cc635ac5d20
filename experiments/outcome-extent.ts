/**
 * The extent of an outcome: whether it is of full size, so that verdicts may rest on it.
 *
 * Options with a value of their own at quick size limit what an experiment does: queries, steps,
 * seeds, points of a grid. A full outcome has the full value of each, and every training of it ended
 * because validation stopped improving. Everything else is a smoke test without a verdict.
 */

import type { TrainingSummary } from "../src/analysis/report.ts";
import type { Experiment } from "./experiment.ts";

/** The parts of an outcome that its extent depends on. */
export interface OutcomeExtent {
  readonly configuration: Readonly<Record<string, string>>;
  readonly trainings?: readonly TrainingSummary[];
}

/** True if verdicts may rest on the outcome. */
export function isFullOutcome(
  { configuration, trainings = [] }: OutcomeExtent,
  { options }: Pick<Experiment, "options">,
): boolean {
  // Fewer models or stop lists are no limit: a claim finds those that it names, or has no finding.
  const parts = ["models", "neural", "bert", "stop"];
  const limits = options.filter(({ name, quick }) => quick !== undefined && !parts.includes(name));
  const isWhole = limits.every(({ name, default: full }) =>
    name === "seeds" ? Number(configuration[name]) >= Number(full) : configuration[name] === full,
  );
  const needsTraining = options.some(({ name }) => name === "seeds");
  const isTrained = trainings.every(({ ending }) => ["patience", "schedule"].includes(ending));
  return isWhole && isTrained && (trainings.length > 0 || !needsTraining);
}

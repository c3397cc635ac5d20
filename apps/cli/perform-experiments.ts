/**
 * Runs many experiments one after the other. Missing data is reported before the
 * first begins. A failed experiment is reported, and the others continue. A table
 * at the end lists the times.
 */

import { checkNeeds, type Experiment, type ExperimentRequest } from "../../experiments/index.ts";
import { renderTable } from "../../src/analysis/index.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import type { CommandContext } from "./command.ts";
import { describeEnvironment, performExperiment } from "./experiment-report.ts";

/** An experiment with its request. */
export type ExperimentTask = readonly [experiment: Experiment, request: ExperimentRequest];

/** How one experiment went. */
export interface ExperimentTiming {
  readonly id: string;
  /** By the clock. */
  readonly seconds: number;
  /** Processor time of all threads: what a busy machine does not change. */
  readonly processorSeconds: number;
  /** Why there is no report, where it failed. */
  readonly failure?: string;
}

/** Runs every task and writes its report to `<out>/<id>`. `TEST_FAILED` at the end if some failed. */
export async function performExperiments(
  tasks: readonly ExperimentTask[],
  context: CommandContext,
  { out, workers }: { out: string; workers?: number | undefined },
): Promise<void> {
  await checkAll(tasks, context);
  const timings: ExperimentTiming[] = [];
  for (const task of tasks) {
    const timing = await timeExperiment(task, context, { out: `${out}/${task[0].id}`, workers });
    timings.push(timing);
    const { id, seconds, failure } = timing;
    const how = failure === undefined ? `${seconds.toFixed(1)} s` : `failed: ${failure}`;
    context.out(`${id}: ${task[0].title} (${how})`);
  }
  context.out(`\n${formatTimings(timings)}`);
  context.note(`the reports are in ${out}`);
  const failed = timings.filter(({ failure }) => failure !== undefined).map(({ id }) => id);
  if (failed.length === 0) return;
  throw new TermwiseError(
    "TEST_FAILED",
    `${failed.length} of ${tasks.length} experiments failed: ${failed.join(", ")}`,
  );
}

/** Everything that is missing, in one message, before any long work begins. */
async function checkAll(tasks: readonly ExperimentTask[], context: CommandContext): Promise<void> {
  const missing = new Set<string>();
  for (const [experiment, request] of tasks) {
    try {
      await checkNeeds(experiment, request, describeEnvironment(context));
    } catch (error) {
      if (!(error instanceof TermwiseError)) throw error;
      missing.add(error.message);
    }
  }
  if (missing.size > 0) throw badArgument([...missing].join("\n"));
}

async function timeExperiment(
  [experiment, request]: ExperimentTask,
  context: CommandContext,
  output: { out: string; workers?: number | undefined },
): Promise<ExperimentTiming> {
  const startTime = performance.now();
  const cpuStart = process.cpuUsage();
  const failure = await performExperiment(experiment, request, context, output)
    .then(() => undefined)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const { user, system } = process.cpuUsage(cpuStart);
  return {
    id: experiment.id,
    seconds: (performance.now() - startTime) / 1000,
    processorSeconds: (user + system) / 1e6,
    ...defined({ failure }),
  };
}

/** The longest first, then their sum. */
function formatTimings(timings: readonly ExperimentTiming[]): string {
  const order = [...timings].sort((a, b) => b.seconds - a.seconds);
  const sum = (of: (timing: ExperimentTiming) => number): number =>
    timings.reduce((total, timing) => total + of(timing), 0);
  const row = (name: string, seconds: number, processor: number, state: string): string[] => [
    ...[name, seconds.toFixed(1), processor.toFixed(1), state],
  ];
  const rows = order.map(({ id, seconds, processorSeconds, failure }) =>
    row(id, seconds, processorSeconds, failure === undefined ? "" : "failed"),
  );
  const all = row(
    "all",
    sum(({ seconds }) => seconds),
    sum(({ processorSeconds }) => processorSeconds),
    "",
  );
  const header = ["experiment", "seconds", "processor seconds", ""];
  return renderTable({ header, rows: [...rows, all], words: [0, 3] }, "text");
}

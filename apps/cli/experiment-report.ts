/** Runs one experiment and writes its report, with where and by what it was made. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import {
  checkNeeds,
  type Experiment,
  type ExperimentEnvironment,
  type ExperimentRequest,
} from "../../experiments/index.ts";
import { type Report, writeReport } from "../../src/analysis/index.ts";
import type { CommandContext } from "./command.ts";
import { GPU } from "./tensor-backend.ts";
import { trainInProcesses } from "./train-in-processes.ts";
import { VERSION } from "./version.ts";

/** The parts of a command's context that experiments use. */
type ExperimentContext = Pick<CommandContext, "files" | "collections" | "findPackage" | "progress">;

/** The environment of an experiment in a command. */
export function describeEnvironment(context: ExperimentContext): ExperimentEnvironment {
  return {
    files: context.files,
    collections: context.collections,
    findPackage: context.findPackage,
    progress: context.progress,
    gpu: GPU,
    processorTime: measureProcessorTime,
    readModule: (url) => readFile(new URL(url), "utf8").catch(() => undefined),
  };
}

function measureProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Checks what is needed, trains in `workers` processes, runs, and writes the report to `out` if
 * there is one.
 */
export async function performExperiment(
  experiment: Experiment,
  request: ExperimentRequest,
  context: CommandContext,
  { out, workers = 1 }: { out?: string | undefined; workers?: number | undefined },
): Promise<Report> {
  const environment = describeEnvironment(context);
  await checkNeeds(experiment, request, environment);
  const startTime = performance.now();
  if (workers > 1) {
    const { progress } = context;
    await trainInProcesses(experiment, request, { workers, progress });
  }
  const report = await experiment.run(request, environment);
  if (out === undefined) return report;
  const provenance = {
    version: VERSION,
    commit: await readCommit(),
    platform: `${process.platform} ${process.arch}, Node ${process.versions.node}`,
    seconds: Math.round((performance.now() - startTime) / 100) / 10,
  };
  const command = `experiment ${experiment.id} --size ${request.size}`;
  const origin = {
    experiment: experiment.id,
    command,
    configuration: request.configuration,
    made: provenance,
  };
  await writeReport(context.files, out, report, origin);
  return report;
}

/** The commit of the source that runs, where it is a working copy. */
async function readCommit(): Promise<string | undefined> {
  try {
    const options = { cwd: import.meta.dirname, timeout: 5000 };
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], options);
    return stdout.trim();
  } catch {
    return undefined; // an installed package has no history
  }
}

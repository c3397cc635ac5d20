/**
 * The program of a process that trains for `termwise experiment --workers`: it performs one task
 * after another, each on one thread, and stores the trainings.
 */

import {
  EXPERIMENTS,
  type Experiment,
  ExperimentRequest,
  type NeuralWorkload,
  openNeuralWorkload,
  performTrainingTask,
  type TrainingTask,
} from "../../experiments/index.ts";
import { findOrInstallPackage } from "../../src/collection/packages/index.ts";
import { silent } from "../../src/common/progress.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { describeEnvironment } from "./experiment-report.ts";
import type { TrainingReply, TrainingRequest } from "./training-messages.ts";

const requested = JSON.parse(process.argv[2] ?? "") as TrainingRequest;
const experiment = EXPERIMENTS.find(({ id }) => id === requested.experiment) as Experiment;
const { collections, size } = requested;
const request = new ExperimentRequest(experiment, {
  ...{ collections, size, values: new Map(requested.values) },
});
const testCollections = process.env.TERMWISE_COLLECTIONS;
const environment = describeEnvironment({
  files: new NodeFiles(),
  progress: silent,
  // The process that started this one has fetched what is needed.
  findPackage: (name) => findOrInstallPackage(name, { announce: () => {}, offline: true }),
  ...(testCollections ? { collections: testCollections } : {}),
});

let open: { readonly collection: string; readonly workload: NeuralWorkload } | undefined;

async function openCollection(collection: string): Promise<NeuralWorkload> {
  if (open?.collection === collection) return open.workload;
  await open?.workload.close();
  const workload = await openNeuralWorkload(collection, request.only(collection), environment);
  open = { collection, workload };
  return workload;
}

async function perform(task: TrainingTask): Promise<TrainingReply> {
  try {
    const workload = await openCollection(task.collection);
    await performTrainingTask(task, [experiment, request], workload);
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on(
  "message",
  (task: TrainingTask) => void perform(task).then((reply) => process.send?.(reply)),
);
// Without the process that gives the tasks there is nothing left to do.
process.on("disconnect", () => process.exit());
process.send?.({} satisfies TrainingReply);

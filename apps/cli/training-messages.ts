/** What a process that trains is started with, and what it reports. Its messages are tasks. */

import type { ExperimentSize } from "../../experiments/index.ts";

/** The experiment whose trainings a process performs: its only argument, as JSON. */
export interface TrainingRequest {
  readonly experiment: string;
  readonly collections: readonly string[];
  readonly size: ExperimentSize;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** Ready for a task, after the previous one failed or not. */
export interface TrainingReply {
  readonly failure?: string;
}

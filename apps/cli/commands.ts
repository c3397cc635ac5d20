/** All commands, in the order that help lists them. */

import { axioms } from "./axioms.ts";
import { check } from "./check.ts";
import { collection } from "./collection.ts";
import type { Command } from "./command.ts";
import { compare } from "./compare.ts";
import { discriminate } from "./discriminate.ts";
import { embeddings } from "./embeddings.ts";
import { evaluate } from "./evaluate.ts";
import { experiment } from "./experiment.ts";
import { explain } from "./explain.ts";
import { exportModel } from "./export.ts";
import { indexCollection } from "./index-collection.ts";
import { run } from "./run.ts";
import { salience } from "./salience.ts";
import { search } from "./search.ts";
import { start } from "./start.ts";
import { stats } from "./stats.ts";
import { train } from "./train.ts";
import { tune } from "./tune.ts";
import { tuneDepth } from "./tune-depth.ts";
import { vocabulary } from "./vocabulary.ts";

export const COMMANDS: readonly Command[] = [
  indexCollection,
  search,
  run,
  tune,
  stats,
  check,
  collection,
  evaluate,
  compare,
  embeddings,
  vocabulary,
  train,
  tuneDepth,
  explain,
  salience,
  exportModel,
  discriminate,
  axioms,
  experiment,
  start,
];

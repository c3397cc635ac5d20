/** All commands, in the order that help lists them. */

import { check } from "./check.ts";
import { collection } from "./collection.ts";
import type { Command } from "./command.ts";
import { compare } from "./compare.ts";
import { discriminate } from "./discriminate.ts";
import { embeddings } from "./embeddings.ts";
import { evaluate } from "./evaluate.ts";
import { indexCollection } from "./index-collection.ts";
import { run } from "./run.ts";
import { search } from "./search.ts";
import { start } from "./start.ts";
import { stats } from "./stats.ts";
import { tune } from "./tune.ts";
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
  discriminate,
  embeddings,
  vocabulary,
  start,
];

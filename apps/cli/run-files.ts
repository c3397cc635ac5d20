/** Judgement and run files named on the command line, and the options that say how to read them. */

import {
  listDatasets,
  parseCollectionSplit,
  readJudgements,
  readRun,
} from "../../src/collection/index.ts";
import type { Judgements, Run } from "../../src/collection/run.ts";
import { defined } from "../../src/common/defined.ts";
import type { EvaluationOptions } from "../../src/evaluation/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { BadLines, SKIP_BAD } from "./bad-lines.ts";
import type { Command, CommandContext, Option } from "./command.ts";
import { readQuerySource } from "./query-source.ts";

export const RUN_OPTIONS: readonly Option[] = [
  {
    name: "queries",
    value: "<rule>",
    choices: ["complete", "intersect"],
    default: "complete",
    summary: "judged queries without a ranking score 0 (complete) or do not count (intersect)",
  },
  {
    name: "order-by",
    value: "<column>",
    choices: ["score", "rank"],
    default: "score",
    summary: "order rankings by score, as trec_eval does, or by the rank column",
  },
  {
    name: "precision",
    value: "<bits>",
    choices: ["f32", "f64"],
    default: "f32",
    summary: "compare scores as 32-bit floats, as trec_eval 9 does, or as 64-bit floats",
  },
  {
    name: "duplicates",
    value: "<rule>",
    choices: ["error", "keep-first"],
    default: "error",
    summary: "handling of a document that occurs twice in a ranking",
  },
  SKIP_BAD,
];

export interface RunFiles {
  readonly judgements: Judgements;
  readonly runs: readonly Run[];
  readonly options: EvaluationOptions;
}

/** Reads `<qrels> <run>...`, where judgements may be those of a collection; at least `least` runs. */
export async function readRunFiles(
  command: Command,
  args: Arguments,
  context: CommandContext,
  minFiles: number,
): Promise<RunFiles> {
  const [qrels, ...paths] = args.positionals;
  if (qrels === undefined || paths.length < minFiles) {
    throw createUsageError(
      command,
      `a file of judgements and at least ${minFiles} ${minFiles === 1 ? "run is" : "runs are"} needed`,
    );
  }
  const bad = new BadLines(args);
  const judgements = await readJudgementSource(qrels, bad, context);
  const duplicates = args.text("duplicates") as "error" | "keep-first";
  const runs: Run[] = [];
  for (const path of paths) {
    const name = parseRunName(path, paths);
    runs.push(await readRun(context.files, path, { ...bad.options, duplicates, name }));
  }
  bad.report(context);
  return { judgements, runs, options: readEvaluationOptions(args) };
}

/** Those of a file, of `collection:split`, or of a collection with one split. */
async function readJudgementSource(
  source: string,
  bad: BadLines,
  context: CommandContext,
): Promise<Judgements> {
  const kind = await context.files.kind(source);
  const isDataset = kind === undefined ? await isDatasetName(source, context) : kind === "folder";
  if (!isDataset) return readJudgements(context.files, source, bad.options);
  return (await readQuerySource(source, context)).judgements;
}

/** True for a split, and for a known collection. Any other name is that of a missing file. */
async function isDatasetName(source: string, context: CommandContext): Promise<boolean> {
  if (source.includes(":") || parseCollectionSplit(source).split !== undefined) return true;
  const { files, collections } = context;
  return (await listDatasets(files, defined({ collections }))).includes(source);
}

function readEvaluationOptions(args: Arguments): EvaluationOptions {
  return {
    queries: args.text("queries") as "complete" | "intersect",
    orderBy: args.text("order-by") as "score" | "rank",
    precision: args.text("precision") as "f32" | "f64",
  };
}

/** The file's name, or its whole path where two files have the same name. */
function parseRunName(path: string, all: readonly string[]): string {
  const base = (file: string): string => file.replace(/^examples:|^.*\//, "");
  return all.filter((other) => base(other) === base(path)).length > 1 ? path : base(path);
}

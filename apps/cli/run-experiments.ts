/** Lists and runs experiments as the command `termwise experiment` requests, and prints their reports. */

import {
  describeOutcomes,
  describeTrainings,
  EXPERIMENTS,
  type Experiment,
  ExperimentRequest,
  type ExperimentSize,
  isFullOutcome,
  OUTCOME_CACHE_FOLDER,
  parseSettings,
  readStoredOutcomes,
  summarizeTrainings,
  TrainingCells,
  toOutcomeTable,
  toStatusTable,
  toSummaryTable,
} from "../../experiments/index.ts";
import { type Report, renderTable, type TableStyle } from "../../src/analysis/index.ts";
import { quote } from "../../src/common/errors.ts";
import { findNearestName } from "../../src/common/find-nearest-name.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { performExperiment } from "./experiment-report.ts";
import { performExperiments } from "./perform-experiments.ts";

/** Prints every experiment with its options and collections. */
export function listExperiments(args: Arguments, context: CommandContext): void {
  const records = EXPERIMENTS.map(({ run: _, ...record }) => record);
  const isJson = args.has("json");
  context.out(
    isJson ? JSON.stringify(records, null, 2) : EXPERIMENTS.map(formatExperiment).join("\n\n"),
  );
}

const STATUS_LEGEND =
  "full: seeds whose training validation ended; limited: those that a limit ended; rates: learning rates tried with seed 1. Time left is processor time, by stored trainings of the system or its model; (GPU): trained on a GPU.";

/** Prints which trainings of full size are stored and which are missing. */
export async function printTrainingStatus(args: Arguments, context: CommandContext): Promise<void> {
  const keep = parseSettings(args.text("set") ?? "").get("keep") ?? OUTCOME_CACHE_FOLDER;
  const names = (args.text("collection") ?? "").split(",").filter((name) => name !== "");
  const cells = await new TrainingCells(context.files, keep).list();
  const all = describeTrainings(EXPERIMENTS, cells).filter(
    ({ collection }) => names.length === 0 || names.includes(collection),
  );
  if (args.has("json")) {
    context.out(JSON.stringify(all, null, 2));
    return;
  }
  const style = args.text("style") as TableStyle;
  context.out(renderTable(toStatusTable(all), style));
  context.out(`\n${STATUS_LEGEND}`);
  context.out("\nTrainings by collection, each once; processor time by the stored ones\n");
  context.out(renderTable(toSummaryTable(summarizeTrainings(all)), style));
  if (names.length > 0) return;
  const outcomes = describeOutcomes(EXPERIMENTS, await readStoredOutcomes(context.files));
  context.out("\nStored outcomes of the papers' experiments\n");
  context.out(renderTable(toOutcomeTable(outcomes), style));
}

/** By id or alias, in any case. */
function findExperiment(id: string, command: Command): Experiment {
  const lowerId = id.toLowerCase();
  const match = EXPERIMENTS.find(
    (each) => each.id.toLowerCase() === lowerId || each.aliases?.includes(lowerId),
  );
  if (match !== undefined) return match;
  const names = EXPERIMENTS.flatMap((each) => [each.id.toLowerCase(), ...(each.aliases ?? [])]);
  const suggestion = findNearestName(lowerId, names);
  const suggestedId =
    EXPERIMENTS.find((each) => each.id.toLowerCase() === suggestion)?.id ?? suggestion;
  const hint = suggestedId ?? EXPERIMENTS.map((each) => each.id).join(", ");
  throw createUsageError(command, `unknown experiment ${quote(id)}; did you mean ${hint}?`);
}

/** Among all experiments each takes what it has use for; one alone refuses the rest. */
function toRequest(each: Experiment, args: Arguments, among: "one" | "all"): ExperimentRequest {
  const values = parseSettings(args.text("set") ?? "");
  const seeds = args.count("seeds");
  if (seeds !== undefined) values.set("seeds", String(seeds));
  const device = args.text("device");
  if (device !== undefined) values.set("device", device);
  const collections = (args.text("collection") ?? "").split(",").map((name) => name.trim());
  const isAll = among === "all";
  const takes = (name: string): boolean => each.options.some((option) => option.name === name);
  return new ExperimentRequest(each, {
    collections: collections.filter(
      (name) => name !== "" && !(isAll && each.collections.length === 0),
    ),
    size: args.text("size") as ExperimentSize,
    values: new Map([...values].filter(([name]) => !isAll || takes(name))),
  });
}

/** Runs one experiment and prints its report; with --out also writes it. */
export async function runExperiment(
  id: string,
  command: Command,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const each = findExperiment(id, command);
  const out = args.text("out");
  const request = toRequest(each, args, "one");
  const workers = args.count("workers");
  if (workers !== undefined && each.systems === undefined) {
    throw createUsageError(command, `--workers: ${each.id} trains no models in processes`);
  }
  const report = await performExperiment(each, request, context, { out, workers });
  if (out !== undefined) context.note(`the report is in ${out}`);
  if (args.has("json")) context.out(JSON.stringify(report.results, null, 2));
  else {
    const { configuration } = request;
    print(report, args, context, isFullOutcome({ ...report, configuration }, each));
  }
}

/** Every experiment that the settings and collections suit, with its own ones where none are given. */
export async function runAllExperiments(
  command: Command,
  args: Arguments,
  context: CommandContext,
  defaultFolder: string,
): Promise<void> {
  const optionNames = new Set(
    EXPERIMENTS.flatMap(({ options }) => options.map(({ name }) => name)),
  );
  for (const name of parseSettings(args.text("set") ?? "").keys()) {
    if (!optionNames.has(name))
      throw createUsageError(command, `no experiment has an option ${quote(name)}`);
  }
  const tasks = EXPERIMENTS.map((each) => [each, toRequest(each, args, "all")] as const);
  const out = args.text("out") ?? defaultFolder;
  await performExperiments(tasks, context, { out, workers: args.count("workers") });
}

function print(report: Report, args: Arguments, context: CommandContext, isFull: boolean): void {
  context.out([report.title, ...report.texts].join("\n"));
  for (const { title, table, note } of report.tables) {
    const rendered = renderTable(table, args.text("style") as TableStyle);
    context.out(`\n${[title, "", rendered, ...(note === undefined ? [] : [note])].join("\n")}`);
  }
  const { findings = [] } = report;
  if (findings.length === 0) return;
  context.out(isFull ? "\nClaims\n" : "\nClaims: a smoke test, no verdict\n");
  for (const { claim, collection, measured, p, verdict } of findings) {
    const collectionText = collection === undefined ? "" : ` (${collection})`;
    const corrected = p === undefined ? "" : `, corrected p = ${p.toPrecision(2)}`;
    const verdictText = isFull ? `${verdict}. ` : "";
    context.out(`${claim}${collectionText}: ${verdictText}${measured}${corrected}`);
  }
}

function formatExperiment({
  id,
  title,
  source,
  collections,
  options,
  aliases = [],
}: Experiment): string {
  const settings = options.map((option) => [
    `    ${option.name}`,
    `${option.summary} (${option.default}${option.quick === undefined ? "" : `; quick ${option.quick}`})`,
  ]);
  const [none] = collections;
  return [
    `${id}: ${title}`,
    `  ${source}${aliases.length === 0 ? "" : `; also called ${aliases.join(", ")}`}`,
    ...(none === undefined ? [] : [`  collections: ${collections.join(", ")}`]),
    ...(settings.length === 0
      ? []
      : [renderTable({ header: ["", ""], rows: settings, words: [0, 1] }, "text")]),
  ].join("\n");
}

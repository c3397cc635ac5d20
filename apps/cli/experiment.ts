/** `termwise experiment`: reproduces one table or figure and writes a report, or all of them, or lists them. */

import {
  EXPERIMENTS,
  type Experiment,
  ExperimentRequest,
  type ExperimentSize,
  parseSettings,
  SIZES,
} from "../../experiments/index.ts";
import { type Report, renderTable, type TableStyle } from "../../src/analysis/index.ts";
import { quote } from "../../src/common/errors.ts";
import { findNearestName } from "../../src/common/find-nearest-name.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { performExperiment } from "./experiment-report.ts";
import { performExperiments } from "./perform-experiments.ts";

/** Where the reports of `experiment all` go unless --out says otherwise. */
const ALL_REPORTS = "termwise-experiments";

export const experiment: Command = {
  name: "experiment",
  summary: "reproduce a table or figure of the papers",
  usage:
    "experiment <id>|list|all [--collection <names>] [--size quick|full] [--seeds <n>] [--out <folder>] [--set <name=value; ...>]",
  description: `Prints the tables and, with --out, writes report.html with the figures, report.json with settings, data and
every number, CSV per table, values per query, and the runs. "experiment list" shows all experiments with their
options; "experiment all" runs them one after the other and writes every report. A failure does not stop the
others; a table at the end shows the time of each:
${EXPERIMENTS.map(({ id, title }) => `  ${id}: ${title}`).join("\n")}`,
  options: [
    {
      name: "collection",
      value: "<names>",
      summary: "collections or splits, separated by commas; by default those of the size",
    },
    {
      name: "size",
      value: "<size>",
      choices: SIZES,
      default: "quick",
      summary: "quick: about a minute, on samples; full: for reports",
    },
    {
      name: "seeds",
      value: "<n>",
      summary: "number of random seeds (1 to n), for experiments that train",
    },
    {
      name: "out",
      value: "<folder>",
      summary: `folder to write the report to; with all, ${ALL_REPORTS} by default`,
    },
    { name: "set", value: "<settings>", summary: "options of the experiment, separated by ;" },
    {
      name: "style",
      value: "<style>",
      choices: ["text", "markdown", "latex"],
      default: "text",
      summary: "style of tables",
    },
  ],
  examples: [
    {
      type: "termwise experiment list",
      does: "lists every experiment with its options and reported collections",
    },
    {
      type: "termwise experiment X1-tab2 --collection cranfield --size full --out ./report",
      does: "measures the gains of learned term weights by cross-validation",
    },
    {
      type: 'termwise experiment X1-sparsity --collection nfcorpus --set "models=bm25; lambdas=0 0.001 0.01"',
      does: "runs a sweep over three values of lambda",
    },
    { type: "termwise experiment all --size quick", does: "runs every experiment on samples" },
  ],

  async run(args, context) {
    const [id, ...rest] = args.positionals;
    if (id === undefined || rest.length > 0) {
      throw createUsageError(experiment, "an experiment, list or all is needed");
    }
    if (id === "list") printList(args, context);
    else if (id === "all") await performAll(args, context);
    else await perform(findExperiment(id), args, context);
  },
};

function printList(args: Arguments, context: CommandContext): void {
  const records = EXPERIMENTS.map(({ run: _, ...record }) => record);
  const isJson = args.has("json");
  context.out(
    isJson ? JSON.stringify(records, null, 2) : EXPERIMENTS.map(formatExperiment).join("\n\n"),
  );
}

/** By id or alias, in any case. */
function findExperiment(id: string): Experiment {
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
  throw createUsageError(experiment, `unknown experiment ${quote(id)}; did you mean ${hint}?`);
}

/** Among all experiments each takes what it has use for; one alone refuses the rest. */
function toRequest(each: Experiment, args: Arguments, among: "one" | "all"): ExperimentRequest {
  const values = parseSettings(args.text("set") ?? "");
  const seeds = args.count("seeds");
  if (seeds !== undefined) values.set("seeds", String(seeds));
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

async function perform(each: Experiment, args: Arguments, context: CommandContext): Promise<void> {
  const out = args.text("out");
  const report = await performExperiment(each, toRequest(each, args, "one"), context, out);
  if (out !== undefined) context.note(`the report is in ${out}`);
  if (args.has("json")) context.out(JSON.stringify(report.results, null, 2));
  else print(report, args, context);
}

/** Every experiment that the settings and collections suit, with its own ones where none are given. */
async function performAll(args: Arguments, context: CommandContext): Promise<void> {
  const optionNames = new Set(
    EXPERIMENTS.flatMap(({ options }) => options.map(({ name }) => name)),
  );
  for (const name of parseSettings(args.text("set") ?? "").keys()) {
    if (!optionNames.has(name))
      throw createUsageError(experiment, `no experiment has an option ${quote(name)}`);
  }
  const tasks = EXPERIMENTS.map((each) => [each, toRequest(each, args, "all")] as const);
  await performExperiments(tasks, context, args.text("out") ?? ALL_REPORTS);
}

function print(report: Report, args: Arguments, context: CommandContext): void {
  context.out([report.title, ...report.texts].join("\n"));
  for (const { title, table, note } of report.tables) {
    const rendered = renderTable(table, args.text("style") as TableStyle);
    context.out(`\n${[title, "", rendered, ...(note === undefined ? [] : [note])].join("\n")}`);
  }
  const { findings = [] } = report;
  if (findings.length === 0) return;
  context.out("\nClaims\n");
  for (const { claim, collection, measured, p, verdict } of findings) {
    const collectionText = collection === undefined ? "" : ` (${collection})`;
    const corrected = p === undefined ? "" : `, corrected p = ${p.toPrecision(2)}`;
    context.out(`${claim}${collectionText}: ${verdict}. ${measured}${corrected}`);
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

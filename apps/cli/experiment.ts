/** `termwise experiment`: reproduces one table or figure on a collection and writes a report, or lists them all. */

import {
  EXPERIMENTS,
  type Experiment,
  ExperimentRequest,
  parseSettings,
} from "../../experiments/index.ts";
import { renderTable, type TableStyle, writeReport } from "../../src/analysis/index.ts";
import { quote } from "../../src/common/errors.ts";
import { nearestName } from "../../src/common/nearest-name.ts";
import { wrongUse } from "./arguments.ts";
import type { Command } from "./command.ts";

export const experiment: Command = {
  name: "experiment",
  summary: "reproduce a table or figure of the papers on a collection",
  usage:
    "experiment <id>|list --collection <collection> [--out <folder>] [--set <name=value; ...>]",
  description: `Prints the tables and, with --out, writes report.html with the figures, report.json with the configuration and
every number, and the runs. "experiment list" shows all experiments with their options:
${EXPERIMENTS.map(({ id, title }) => `  ${id}: ${title}`).join("\n")}`,
  options: [
    { name: "collection", value: "<collection>", summary: "a collection, or one of its splits" },
    {
      name: "out",
      value: "<folder>",
      summary: "the folder to write the report to; by default none is written",
    },
    { name: "set", value: "<settings>", summary: "options of the experiment, separated by ;" },
    {
      name: "style",
      value: "<style>",
      choices: ["text", "markdown", "latex"],
      default: "text",
      summary: "how tables are printed",
    },
  ],
  examples: [
    {
      type: "termwise experiment list",
      does: "shows every experiment, its options and the collections it is reported on",
    },
    {
      type: "termwise experiment tdv-effectiveness --collection cranfield --out ./report",
      does: "what learned term weights gain, by cross-validation",
    },
    {
      type: 'termwise experiment tdv-footprint --collection nfcorpus --set "models=bm25; lambdas=0 0.001 0.01"',
      does: "a sweep over three values of lambda",
    },
  ],

  async run(args, shell) {
    const [id, ...rest] = args.positionals;
    if (id === "list" && rest.length === 0) {
      const records = EXPERIMENTS.map(({ run: _, ...record }) => record);
      shell.out(
        args.has("json")
          ? JSON.stringify(records, null, 2)
          : EXPERIMENTS.map(described).join("\n\n"),
      );
      return;
    }
    const collection = args.text("collection");
    if (id === undefined || collection === undefined || rest.length > 0) {
      throw wrongUse(experiment, "an experiment and --collection are needed");
    }
    const found = EXPERIMENTS.find((each) => each.id === id);
    if (found === undefined) {
      const known = EXPERIMENTS.map((each) => each.id);
      const near = nearestName(id, known) ?? known.join(", ");
      throw wrongUse(experiment, `unknown experiment ${quote(id)}; did you mean ${near}?`);
    }
    const settings = parseSettings(args.text("set") ?? "");
    const request = new ExperimentRequest(found, collection, settings);
    const report = await found.run(request, {
      files: shell.files,
      collections: shell.collections,
      findPackage: shell.findPackage,
      progress: shell.progress,
      clock: () => performance.now(),
    });
    const out = args.text("out");
    if (out !== undefined) {
      const origin = { experiment: id, configuration: request.configuration };
      await writeReport(shell.files, out, report, origin);
      shell.note(`the report is in ${out}`);
    }
    if (args.has("json")) {
      shell.out(JSON.stringify(report.results, null, 2));
      return;
    }
    shell.out([report.title, ...report.texts].join("\n"));
    for (const { title, table, note } of report.tables) {
      const drawn = renderTable(table, args.text("style") as TableStyle);
      shell.out(`\n${[title, "", drawn, ...(note === undefined ? [] : [note])].join("\n")}`);
    }
  },
};

function described({ id, title, source, collections, options }: Experiment): string {
  const settings = options.map((option) => [
    `    ${option.name}`,
    `${option.summary} (${option.default})`,
  ]);
  return [
    `${id}: ${title}`,
    `  ${source}`,
    `  collections: ${collections.join(", ")}`,
    renderTable({ header: ["", ""], rows: settings, words: [0, 1] }, "text"),
  ].join("\n");
}

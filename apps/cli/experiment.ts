/**
 * `termwise experiment`: reproduces one table or figure and writes a report, or all
 * of them, or lists them. The npm package leaves `experiments/` out, so the command
 * loads them when it runs and fails with `UNAVAILABLE` where they are absent.
 */

import type { ExperimentSize } from "../../experiments/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";

const SIZES: readonly ExperimentSize[] = ["quick", "full"];

/** Default folder of the reports of `experiment all`. */
const ALL_REPORTS = "termwise-experiments";

export const experiment: Command = {
  name: "experiment",
  summary: "reproduce a table or figure of the papers",
  usage: "experiment <id>|list|all|status [options]",
  description: `Runs an experiment and prints its tables. With --out, writes report.html with the figures, report.json with
settings, data and every number, a CSV file per table, values per query, and the runs. "experiment list" shows all experiments with their
options; "experiment all" runs them one after the other and writes every report. A failure does not stop the
others; a table at the end shows the time of each. "experiment status" shows which trainings of full size are
stored, by experiment, collection, system and seed, which are missing, and their estimated processor time.
A run of full size can be stopped at any time and resumes. Needs a checkout of the repository: the npm package
has no experiments.`,
  options: [
    {
      name: "collection",
      value: "<names>",
      summary: "collections or splits, separated by commas, or all; by default those of the size",
    },
    {
      name: "size",
      value: "<size>",
      choices: SIZES,
      default: "quick",
      summary: "quick: a smoke test on samples, without verdicts; full: for verdicts and reports",
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
    {
      name: "device",
      value: "<name>",
      choices: ["cpu", "gpu"],
      summary: "device that trains models; gpu needs the package webgpu and a GPU",
    },
    {
      name: "workers",
      value: "<n>",
      summary:
        "processes that train side by side, each on one thread; for more than two processors",
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
    {
      type: "termwise experiment X0-tab1 --collection wikiqa --size full --device gpu --out ./on-gpu",
      does: "trains the neural rankers of the salience paper on a GPU",
    },
    {
      type: "termwise experiment X0-tab1 --collection nfcorpus --size full --workers 16",
      does: "trains in 16 processes; the stored trainings are the same",
    },
    { type: "termwise experiment all --size quick", does: "runs every experiment on samples" },
    {
      type: "termwise experiment status --collection wikiqa",
      does: "shows which trainings on WikiQA are stored and how long the rest will take",
    },
  ],

  async run(args, context) {
    const [id, ...rest] = args.positionals;
    if (id === undefined || rest.length > 0) {
      throw createUsageError(experiment, "an experiment, list, all or status is needed");
    }
    const { listExperiments, printTrainingStatus, runAllExperiments, runExperiment } =
      await loadExperiments();
    if (id === "list") listExperiments(args, context);
    else if (id === "status") await printTrainingStatus(args, context);
    else if (id === "all") await runAllExperiments(experiment, args, context, ALL_REPORTS);
    else await runExperiment(id, experiment, args, context);
  },
};

/** The code that runs experiments. `UNAVAILABLE` in an installed package. */
async function loadExperiments(): Promise<typeof import("./run-experiments.ts")> {
  try {
    return await import("./run-experiments.ts");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !/[\\/]experiments[\\/]/.test(message)) throw error;
    throw new TermwiseError(
      "UNAVAILABLE",
      "the npm package has no experiments: clone https://github.com/termwise/termwise, " +
        "run npm ci there, then npx termwise experiment",
      {},
      { cause: error },
    );
  }
}

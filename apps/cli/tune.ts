/** `termwise tune`: chooses a ranker's options on one split and reports them on another. */

import { renderTable } from "../../src/analysis/table.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import {
  createIndexRetriever,
  gridSettings,
  ranker,
  runQueries,
  type Trial,
  tune as tuneRanker,
} from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { createFlags } from "./declared-options.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { withIndex } from "./open-index.ts";
import { openTables, readRankerName } from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";

/** Default grid. */
const GRID = "k1=0.1..2:0.1,b=0..1:0.1";

export const tune: Command = {
  name: "tune",
  summary: "tune the parameters of a ranker by grid search",
  usage: "tune <index> --queries <collection:split> [--boost <boosts>] [options]",
  description:
    "Evaluates every setting of a grid on one split and prints the best ones. A grid is option=from..to:step or option=a|b, separated by commas. The value on the tuning split is optimistic; --report evaluates the best setting on another split. The alpha of hybrid is chosen by cross-validation; with fewer than 200 judged queries it stays 1. With --boost, weights of boosts are learned from at least 100 judged queries or from clicks; they are kept only if their gain in cross-validation is unlikely to be chance.",
  options: [
    { name: "queries", value: "<source>", summary: "collection:split to tune on" },
    {
      name: "report",
      value: "<source>",
      summary: "collection:split to evaluate the best setting on",
    },
    {
      name: "ranker",
      short: "r",
      value: "<name>",
      summary: "ranker to tune; by default that of the index",
    },
    {
      name: "grid",
      value: "<grid>",
      summary:
        "parameter values to try; by default k1=0.1..2:0.1,b=0..1:0.1, for hybrid nine values of alpha",
    },
    {
      name: "measure",
      value: "<name>",
      summary: "measure to maximise; by default AP, with hybrid nDCG@10",
    },
    ...createFlags("learnBoosts").filter(({ name }) => name === "boost" || name === "weights"),
    { name: "clicks", value: "<file>", summary: "with --boost: learn from clicks, not --queries" },
    ...createFlags("learnAlpha")
      .filter(({ name }) => name === "seed" || name === "max-queries")
      .map(({ summary, ...flag }) => ({
        ...flag,
        summary: `with hybrid or --boost: ${summary.replace(/; At least 200$/, "")}`,
      })),
    ENCODER_OPTION,
    {
      name: "top",
      short: "n",
      value: "<n>",
      default: "1000",
      summary: "maximum number of documents per query",
    },
  ],
  examples: [
    {
      type: 'termwise tune ./index --queries nfcorpus:dev --report nfcorpus:test --ranker bm25 --grid "k1=0.3..1.8:0.3,b=0..1:0.25" --measure nDCG@10',
      does: "tunes BM25 on dev and evaluates the best setting on test",
    },
    {
      type: "termwise tune ./index --queries nfcorpus:dev --report nfcorpus:test --ranker hybrid",
      does: "chooses the weight of semantic search in an index with vectors",
    },
    {
      type: "termwise tune ./shop --clicks clicks.jsonl --boost '0.1 log(sales); saturation(rating, pivot=4)'",
      does: "learns the weights of two boosts from clicks",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const source = args.text("queries");
    if (args.text("boost") !== undefined) {
      const { tuneBoosts } = await import("./tune-boosts.ts");
      await tuneBoosts(tune, args, context);
      return;
    }
    for (const flag of ["weights", "clicks"]) {
      if (args.text(flag) !== undefined)
        throw createUsageError(tune, `--${flag} goes with --boost`);
    }
    if (folder === undefined || source === undefined || rest.length > 0) {
      throw createUsageError(tune, "one index and --queries are needed");
    }
    const grid = args.text("grid");
    const canUseVectors = grid === undefined || /^\s*alpha=/.test(grid);
    const rankerName = await readRankerName(args, folder, context, { canUseVectors });
    if (needsQueryVector(rankerName)) {
      const { tuneAlpha } = await import("./tune-alpha.ts");
      await tuneAlpha(tune, rankerName, { folder, source }, args, context);
      return;
    }
    const settings = gridSettings(rankerName, grid ?? GRID);
    const tables = await openTables(settings, context);
    const measure = args.text("measure") ?? "AP";
    const top = args.count("top") ?? 1000;
    const { queries, judgements } = await readQuerySource(source, context);
    const report = args.text("report");
    const other = report === undefined ? undefined : await readQuerySource(report, context);
    await withIndex(folder, async ({ searcher }) => {
      const options = { measure, top, tables, progress: context.progress };
      const trials = await tuneRanker(searcher, queries, judgements, settings, options);
      const best = trials[0] as Trial;
      let reported: number | undefined;
      if (other !== undefined) {
        const retriever = createIndexRetriever(searcher, {
          ranker: ranker(best.ranker, { tables }),
        });
        const run = await runQueries(retriever, other.queries, { top });
        reported = evaluate(run, other.judgements, [measure]).measures[0]?.overall;
      }
      if (args.has("json")) {
        const heldOutReport = reported === undefined ? {} : { report, reported };
        context.out(JSON.stringify({ measure, best, ...heldOutReport, trials }, null, 2));
        return;
      }
      const rows = trials.slice(0, 10).map((trial) => [trial.ranker, trial.value.toFixed(4)]);
      context.out(
        renderTable({ header: ["setting", `${measure} on ${source}`], rows, words: [0] }, "text"),
      );
      if (trials.length > 10) context.out(`… and ${trials.length - 10} more`);
      context.out(`\nbest: ${best.ranker}`);
      if (reported !== undefined) context.out(`${measure} on ${report}: ${reported.toFixed(4)}`);
    });
  },
};

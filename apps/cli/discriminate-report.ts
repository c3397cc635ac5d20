/** What `termwise discriminate` shows: the indexes before and after, folds, and the curves of learning. */

import { renderLineChart, renderTable, type Table, writeReport } from "../../src/analysis/index.ts";
import type {
  CrossValidation,
  Epoch,
  LearnedWeights,
  QueryJudgements,
} from "../../src/discrimination/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import type { IndexStatistics } from "../../src/index/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";

export function printPruned(
  { chosen, ended, history, lambda, ranker, weights }: LearnedWeights,
  [before, after]: [IndexStatistics, IndexStatistics],
  args: Arguments,
  context: CommandContext,
): void {
  if (args.has("json")) {
    context.out(JSON.stringify({ ranker, lambda, ended, chosen, history, before, after }, null, 2));
    return;
  }
  const dropped = [...weights.entries()].filter(([, weight]) => weight === 0).length;
  context.out(renderTable(formatSizes(before, after), "text"));
  const first = history[0]?.ndcg ?? 0;
  context.out(
    `\nnDCG@5 ${first.toFixed(4)} -> ${chosen.ndcg.toFixed(4)} on the queries stopped by, epoch ${chosen.epoch}, lambda ${lambda}; ${dropped} terms dropped`,
  );
  context.note(`learning ended because ${STOP_REASONS[ended]}`);
  context.note(`searches of it rank by ${ranker} unless they say otherwise`);
}

const STOP_REASONS: Readonly<Record<LearnedWeights["ended"], string>> = {
  epochs: "all epochs are done",
  "no gain": "nDCG@5 grew no more",
  "nothing left": "hardly a posting would have been left; the weights are from before",
};

/** Two indexes beside each other. */
export function formatSizes(before: IndexStatistics, after: IndexStatistics): Table {
  const row = (
    name: string,
    of: (figures: IndexStatistics) => number,
    show: (value: number) => string = String,
  ): string[] => [
    name,
    show(of(before)),
    show(of(after)),
    `${(100 * (of(after) / of(before) - 1)).toFixed(1)} %`,
  ];
  const lists = ({ bytesByKind: kinds }: IndexStatistics): number =>
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.position ?? 0) + (kinds.weights ?? 0);
  const rows = [
    row("terms", (figures) => figures.terms),
    row("postings", (figures) => figures.postings),
    row("dictionary and lists", lists, formatMegabytes),
    row(
      "without texts",
      ({ bytes, bytesByKind }) => bytes - (bytesByKind.stored ?? 0),
      formatMegabytes,
    ),
    row("whole index", ({ bytes }) => bytes, formatMegabytes),
  ];
  return { header: ["", "before", "after", "change"], rows, words: [0] };
}

export function printFolds(
  { run, folds }: CrossValidation,
  { judgements }: QueryJudgements,
  args: Arguments,
  context: CommandContext,
): void {
  const { measures } = evaluate(run, judgements, ["nDCG@5", "R@1000"]);
  const named = measures.map(({ measure, overall }) => [measure.name, overall] as const);
  const reports = folds.map(({ queries, epochs, ndcg, learned }) => ({
    queries: queries.length,
    lambda: learned.lambda,
    epochs,
    kept: learned.chosen.kept,
    ndcg,
    ended: learned.ended,
    ranker: learned.ranker,
  }));
  if (args.has("json")) {
    const all = { run: run.name, measures: Object.fromEntries(named), folds: reports };
    context.out(JSON.stringify(all, null, 2));
    return;
  }
  const rows = reports.map(({ queries, lambda, epochs, kept, ndcg }, i) => [
    String(i + 1),
    String(queries),
    String(lambda),
    String(epochs),
    `${(100 * (1 - kept)).toFixed(1)} %`,
    ndcg.toFixed(4),
  ]);
  const header = ["fold", "queries", "lambda", "epochs", "pruned", "nDCG@5 of the other folds"];
  context.out(renderTable({ header, rows, words: [] }, "text"));
  for (const [measure, value] of named)
    context.out(`${measure} ${value.toFixed(4)}, unseen queries`);
}

/** The curves of learning as a report: loss, length, remaining postings and nDCG@5 by epoch. */
export async function writeCurves(
  { history, ranker, lambda, chosen, ended }: LearnedWeights,
  folder: string,
  configuration: Readonly<Record<string, string>>,
  context: CommandContext,
): Promise<void> {
  const caption = `The weights are those of epoch ${chosen.epoch}.`;
  const curve = (title: string, name: string, of: (epoch: Epoch) => number | undefined) => {
    const points = history.flatMap((epoch) => {
      const value = of(epoch);
      return value === undefined ? [] : [[epoch.epoch, value] as const];
    });
    const svg = renderLineChart([{ name: title, points }], { x: "epoch", y: title });
    return { title, name, svg, caption };
  };
  const hasLearned = history.length > 1;
  const figures = [
    ...(hasLearned ? [curve("ranking loss", "loss", ({ ranking }) => ranking)] : []),
    ...(hasLearned ? [curve("length of documents", "l1", ({ l1 }) => l1)] : []),
    curve("postings kept, %", "kept", ({ kept }) => 100 * kept),
    curve("nDCG@5", "ndcg", ({ ndcg }) => ndcg),
  ];
  const text = `Learned for ${ranker}, lambda ${lambda}; the weights are of epoch ${chosen.epoch}.`;
  const results = { ranker, lambda, ended, chosen, history };
  const report = { title: "Learning term weights", texts: [text], tables: [], figures, results };
  const origin = { experiment: "discriminate", configuration };
  await writeReport(context.files, folder, { ...report, runs: [] }, origin);
  context.note(`the curves are in ${folder}`);
}

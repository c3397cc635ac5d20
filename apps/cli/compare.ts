/** `termwise compare`: is a run better than the baseline, by how much, and is the difference significant? */

import { renderTable, type Table, type TableStyle } from "../../src/analysis/table.ts";
import type { Run } from "../../src/collection/run.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  type Against,
  type Comparison,
  type ComparisonOptions,
  type ComparisonRow,
  comparePairs,
  compare as compareRuns,
  parseMeasures,
} from "../../src/evaluation/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { formatPairs, TEST_NAMES } from "./compare-pairs.ts";
import { RUN_OPTIONS, type RunFiles, readRunFiles } from "./run-files.ts";

export const compare: Command = {
  name: "compare",
  summary: "compare runs with a baseline by significance tests",
  usage: "compare <qrels> <baseline> <run>... [options]",
  description:
    "Evaluates all runs on the same queries and tests each against the baseline, query by query. Judgements are a file or <collection>:<split>. Prints means, differences with bootstrap confidence intervals, effect sizes (Cohen's d), raw and corrected p. Marks: + significantly better than the baseline, - significantly worse.",
  options: [
    {
      name: "measures",
      value: "<list>",
      default: "nDCG@10,AP",
      summary: "measures; docs/evaluation.md lists them all",
    },
    {
      name: "test",
      value: "<name>",
      choices: ["t", "randomisation", "wilcoxon"],
      default: "t",
      summary: "paired two-sided test",
    },
    {
      name: "correction",
      value: "<name>",
      choices: ["none", "bonferroni", "holm", "tukey"],
      summary:
        "correction for multiple comparisons, by default bonferroni, with --pairs holm; tukey is a separate test over all runs",
    },
    { name: "pairs", summary: "compare every run with every other, without a baseline" },
    { name: "alpha", value: "<p>", default: "0.05", summary: "significance level" },
    { name: "seed", value: "<n>", default: "1", summary: "random seed of resampling" },
    {
      name: "letters",
      value: "<groups>",
      summary: "mark runs better than all of a group with a letter: a=words.run,stems.run;b=lm.run",
    },
    { name: "markdown", summary: "print the table as Markdown" },
    { name: "latex", summary: "print the table as LaTeX" },
    ...RUN_OPTIONS,
  ],
  examples: [
    {
      type: "termwise compare qrels.txt bm25.run lm.run rm3.run --measures nDCG@10,AP",
      does: "compares two runs with BM25 by t tests with Bonferroni's correction",
    },
    {
      type: "termwise compare qrels.txt bm25.run *.run --correction tukey --latex",
      does: "corrects for all pairs by Tukey's test and prints a table for a paper",
    },
    {
      type: "termwise compare qrels.txt bm25.run lm.run rm3.run --pairs --measures AP",
      does: "prints a matrix of the differences of all pairs, with Holm's correction",
    },
  ],

  async run(args, context) {
    const measures = parseMeasures(args.text("measures") ?? "");
    const options = comparisonOptions(args);
    const runFiles = await readRunFiles(compare, args, context, 2);
    if (args.has("pairs")) return printPairs(runFiles, measures, options, args, context);
    const [baseline, ...runs] = runFiles.runs as [Run, ...Run[]];
    const order = {
      ...runFiles.options,
      queries: runFiles.options.queries as "complete" | "intersect",
    };
    const result = compareRuns(runFiles.judgements, baseline, runs, measures, {
      ...order,
      ...options,
    });
    if (args.has("json")) context.out(JSON.stringify(result, replaceNonFinite, 2));
    else context.out(formatText(result, readTableStyle(args)));
  },
};

function readTableStyle(args: Arguments): TableStyle {
  return args.has("latex") ? "latex" : args.has("markdown") ? "markdown" : "text";
}

/** A matrix of all pairs instead of rows against the baseline. */
function printPairs(
  { runs, judgements, options: order }: RunFiles,
  measures: ReturnType<typeof parseMeasures>,
  { groups, ...options }: ComparisonOptions,
  args: Arguments,
  context: CommandContext,
): void {
  if (groups !== undefined) throw createUsageError(compare, "--letters does not go with --pairs");
  const result = comparePairs(judgements, runs, measures, {
    ...order,
    queries: order.queries as "complete" | "intersect",
    ...options,
    correction: (args.text("correction") ?? "holm") as "holm",
  });
  const text = args.has("json")
    ? JSON.stringify(result, null, 2)
    : formatPairs(result, readTableStyle(args));
  context.out(text);
}

function comparisonOptions(args: Arguments): ComparisonOptions {
  const groups = args.text("letters");
  return {
    test: args.text("test") as "t",
    correction: (args.text("correction") ?? "bonferroni") as "none",
    alpha: Number(args.text("alpha")),
    seed: args.count("seed", 0) ?? 1,
    ...(groups === undefined ? {} : { groups: parseGroups(groups) }),
  };
}

function parseGroups(text: string): Record<string, string[]> {
  const groups = text.split(";").map((group) => {
    const [, letter, members] = /^\s*(\S)\s*=(.+)$/.exec(group) ?? [];
    if (letter === undefined || members === undefined) {
      throw badArgument(
        `--letters must be groups such as a=x.run,y.run with ; between them, got ${quote(group)}`,
      );
    }
    return [letter, members.split(",").map((name) => name.trim())] as const;
  });
  return Object.fromEntries(groups);
}

/** JSON has no infinity: an effect without spread becomes null. */
function replaceNonFinite(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

function formatText(result: Comparison, style: TableStyle): string {
  const table = renderTable(formatTable(result), style);
  const note = describeComparison(result);
  return style === "latex" ? `% ${note}\n${table}` : `${table}\n\n${note}`;
}

/** How the p values of a comparison came about, in one line. */
export function describeComparison(result: Comparison): string {
  const { test, correction, comparisons, queries, alpha, confidence, baseline } = result;
  const corrected = correction === "none" || correction === "tukey" ? "" : `, ${correction}`;
  const count = comparisons === 1 ? "1 comparison" : `${comparisons} comparisons`;
  const testText = `${TEST_NAMES[test]}${corrected}, ${count} per measure`;
  return `${queries} queries; baseline ${baseline}; ${testText}; marks at p < ${alpha}; ${100 * confidence} % intervals`;
}

function formatTable({ measures, confidence }: Comparison): Table {
  const rows = measures.flatMap(({ measure, rows: runs }) =>
    runs.map((row) => [measure, row.run, mean(row), ...formatCells(row.against)]),
  );
  const interval = `${100 * confidence} % interval`;
  const header = ["measure", "run", "mean", "difference", interval, "effect", "p", "corrected p"];
  return { header, rows, words: [0, 1] };
}

function mean({ overall, letters, against }: ComparisonRow): string {
  return `${overall.toFixed(4)}${against?.mark ?? ""}${letters === "" ? "" : ` ${letters}`}`;
}

function formatCells(against: Against | undefined): string[] {
  if (against === undefined) return ["", "", "", "", ""];
  const { difference, interval, effectSize, p, correctedP } = against;
  const [low, high] = interval;
  return [
    formatSigned(difference, 4),
    `${formatSigned(low, 4)} to ${formatSigned(high, 4)}`,
    Number.isFinite(effectSize) ? formatSigned(effectSize, 2) : "∞",
    formatProbability(p),
    formatProbability(correctedP),
  ];
}

function formatSigned(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

function formatProbability(p: number): string {
  return p < 0.0001 ? p.toExponential(1) : p.toFixed(4);
}

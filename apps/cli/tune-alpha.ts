/** `termwise tune --ranker hybrid`: chooses the weight of the dense score. */

import type { AlphaLearning } from "../../src/api/index.ts";
import { type LearnedAlpha, learnAlpha } from "../../src/dense/fusion/index.ts";
import { resolveQueryVector } from "../../src/dense/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { openQuery } from "../../src/search/open-query.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { readFlags } from "./declared-options.ts";
import { rankDense, withQueryEncoder } from "./encoder-option.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

/** Chooses alpha on one set of queries, reports it on another, and prints both. */
export async function tuneAlpha(
  tune: Command,
  ranker: string,
  { folder, source }: { readonly folder: string; readonly source: string },
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const alphas = parseGrid(tune, args.text("grid"));
  const measure = args.text("measure") ?? "nDCG@10";
  const { seed, maxQueries }: AlphaLearning = await readFlags("learnAlpha", args, context);
  const { queries, judgements } = await readQuerySource(source, context);
  const report = args.text("report");
  const other = report === undefined ? undefined : await readQuerySource(report, context);
  await withIndex(folder, async (index: OpenIndex) => {
    const { settings } = index.snapshot;
    const learned = await withQueryEncoder(settings, args, (encoder) =>
      learnAlpha(
        async (query, name) => {
          const vector = await resolveQueryVector(settings, encoder, query.text, {});
          return openQuery(index, query, { ranker: name, vector });
        },
        queries,
        judgements,
        { ranker, measure, seed, maxQueries, progress: context.progress, ...alphas },
      ),
    );
    let reported: number | undefined;
    if (other !== undefined) {
      const bounds = { top: args.count("top") ?? 1000, name: learned.ranker };
      const run = await rankDense(
        index,
        other.queries,
        { ranker: learned.ranker },
        bounds,
        args,
        context,
      );
      reported = evaluate(run, other.judgements, [measure]).measures[0]?.overall;
    }
    if (args.has("json")) {
      const heldOutReport = reported === undefined ? {} : { report, reported };
      context.out(JSON.stringify({ ...learned, ...heldOutReport }, null, 2));
      return;
    }
    for (const line of formatAlphas(learned, source)) context.out(line);
    if (reported !== undefined) context.out(`${measure} on ${report}: ${reported.toFixed(4)}`);
  });
}

function parseGrid(tune: Command, grid: string | undefined): { alphas?: readonly number[] } {
  if (grid === undefined) return {};
  const values = /^alpha=([\d.|]+)$/.exec(grid.trim())?.[1];
  if (values === undefined) {
    throw createUsageError(tune, "with hybrid, a grid is a list of alpha, such as alpha=0.5|1|2");
  }
  return { alphas: values.split("|").map(Number) };
}

function formatAlphas(learned: LearnedAlpha, source: string): string[] {
  const { outcome, trials, measure, gain, interval, p, ranker } = learned;
  if (outcome === "too few queries") {
    const { judgedQueries, neededQueries } = learned;
    return [
      `alpha stays 1: ${source} has ${judgedQueries} queries with a relevant document, ${neededQueries} are needed to choose it`,
      `best: ${ranker}`,
    ];
  }
  const formatSigned = (value = 0): string => `${value < 0 ? "" : "+"}${value.toFixed(4)}`;
  const rows = trials.map(
    ({ alpha, mean }) => `alpha=${String(alpha).padEnd(6)} ${mean.toFixed(4)}`,
  );
  const [low, high] = interval ?? [];
  return [
    `${measure} on ${source}`,
    ...rows,
    `\ngain over alpha 1 in cross-validation: ${formatSigned(gain)} (95 % from ${formatSigned(low)} to ${formatSigned(high)}), p = ${(p ?? 1).toFixed(3)}`,
    ...(outcome === "no gain" ? ["no gain, so alpha stays 1"] : []),
    `best: ${ranker}`,
  ];
}

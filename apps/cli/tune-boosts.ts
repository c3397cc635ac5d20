/** `termwise tune --boost`: learns the weights of boosts from judged queries or clicks. */

import type { Boost, BoostLearning } from "../../src/api/index.ts";
import type { Query } from "../../src/collection/document.ts";
import { defined } from "../../src/common/defined.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import { createHitsRetriever, runQueries } from "../../src/ranking/run-queries.ts";
import { type LearnedBoosts, learnBoosts } from "../../src/search/learn-boosts.ts";
import { openQuery } from "../../src/search/open-query.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { readClickJudgements } from "./click-judgements.ts";
import type { Command, CommandContext } from "./command.ts";
import { readFlags } from "./declared-options.ts";
import { withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

/** Learns boosts on one set of queries, reports them on another, and prints both. */
export async function tuneBoosts(
  tune: Command,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const [folder, ...rest] = args.positionals;
  const [source, clicks] = [args.text("queries"), args.text("clicks")];
  if (folder === undefined || rest.length > 0 || (source === undefined) === (clicks === undefined))
    throw createUsageError(
      tune,
      "with --boost, one index and one of --queries and --clicks are needed",
    );
  const options = (await readFlags("learnBoosts", args, context)) as unknown as BoostLearning;
  const { ranker, weights, boost, measure = "nDCG@10", ...settings } = options;
  if (typeof ranker === "string" && needsQueryVector(ranker))
    throw createUsageError(
      tune,
      "the command learns boosts of rankings by words; the library also those of hybrid",
    );
  if (args.text("grid") !== undefined)
    throw createUsageError(tune, "--boost has a grid of its own");
  const judged =
    source === undefined
      ? await readClickJudgements(clicks as string, context)
      : await readQuerySource(source, context);
  const report = args.text("report");
  const other = report === undefined ? undefined : await readQuerySource(report, context);
  await withIndex(folder, async (index) => {
    const rank = (boosts: readonly Boost[], queries: readonly Query[], top: number) => {
      const scoring = {
        boost: boosts,
        ...defined({ weights, ranker: ranker ?? (weights ? undefined : index.lexicalRanker) }),
      };
      const rankQuery = async (query: Query, limit: number) =>
        (await openQuery(index, query, scoring)).rank(limit);
      const retriever = createHitsRetriever(index.snapshot, rankQuery, {
        ...{ name: "boosts", batchSize: 1 },
      });
      return runQueries(retriever, queries, { top });
    };
    const boosts = (Array.isArray(boost) ? boost : [boost]) as readonly Boost[];
    const { progress } = context;
    const { queries, judgements } = judged;
    const learned = await learnBoosts(rank, boosts, queries, judgements, {
      ...{ ...settings, measure, progress },
    });
    let reported: number | undefined;
    if (other !== undefined) {
      const run = await rank(learned.boost, other.queries, args.count("top") ?? 1000);
      reported = evaluate(run, other.judgements, [measure]).measures[0]?.overall;
    }
    if (args.has("json")) {
      const heldOutReport = reported === undefined ? {} : { report, reported };
      context.out(JSON.stringify({ ...learned, ...heldOutReport }, null, 2));
      return;
    }
    for (const line of formatBoosts(learned, source ?? (clicks as string))) context.out(line);
    if (reported !== undefined) context.out(`${measure} on ${report}: ${reported.toFixed(4)}`);
  });
}

function formatBoosts(learned: LearnedBoosts, source: string): string[] {
  const { outcome, measure, mean = 0, gain = 0, interval = [0, 0], p = 1, boost } = learned;
  if (outcome === "too few queries") {
    const { judgedQueries, neededQueries } = learned;
    return [
      `no boost is learned: ${source} has ${judgedQueries} queries with a relevant document, ${neededQueries} are needed`,
    ];
  }
  const formatSigned = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(4)}`;
  const [low, high] = interval;
  return [
    `${measure} on ${source} without boosts: ${mean.toFixed(4)}`,
    `gain in cross-validation: ${formatSigned(gain)} (95 % from ${formatSigned(low)} to ${formatSigned(high)}), p = ${p.toFixed(3)}`,
    outcome === "learned"
      ? JSON.stringify(boost)
      : "no gain that is unlikely to be chance: no boost is kept",
  ];
}

/** The report of `termwise discriminate` on learned term weights. */

import { renderTable } from "../../src/analysis/index.ts";
import type {
  LearnedWeighting,
  LearningReport,
  MovedTerm,
  ValidationGain,
} from "../../src/discrimination/index.ts";
import type { IndexStatistics } from "../../src/index/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";
import { formatSizes } from "./discriminate-report.ts";
import { formatMegabytes } from "./format-bytes.ts";

export function printLearnedWeights(
  {
    report,
    ranker,
    rule,
  }: Pick<LearnedWeighting, "ranker"> & Partial<Pick<LearnedWeighting, "rule" | "report">>,
  before: IndexStatistics,
  after: IndexStatistics | undefined,
  milliseconds: readonly number[] | undefined,
  args: Arguments,
  context: CommandContext,
): void {
  if (args.has("json")) {
    context.out(JSON.stringify({ ranker, rule, report, before, after, milliseconds }, null, 2));
    return;
  }
  if (report !== undefined) for (const line of formatReport(report)) context.out(line);
  if (after !== undefined) {
    context.out(`\n${renderTable(formatSizes(before, after), "text")}`);
    context.out(formatRemaining(after));
  }
  if (milliseconds !== undefined) {
    const [tuned, learned] = milliseconds.map((each) => each.toFixed(3));
    context.out(
      `ms of processor time per query, best 1,000: ${tuned} tuned on the old index, ${learned} on the new one`,
    );
  }
  context.note(`ranker: ${ranker}`);
}

function formatReport({
  queries,
  tuned,
  validation,
  judged,
  outcome,
  up,
  down,
  pruning,
  features,
}: LearningReport): string[] {
  const share = (value: number): string => `${(100 * (value - 1)).toFixed(1)} %`;
  const step = pruning.steps.find(({ kept }) => kept === pruning.kept);
  return [
    `learned from ${queries.used} of ${queries.given} queries (${queries.judged} judged, ${queries.useful} with a relevant document), by ${features}`,
    `tuned: ${tuned.ranker}, stop list ${tuned.stopList}; ${tuned.tried} settings tried`,
    `cross-validation: ${formatGain(validation)}`,
    ...(outcome === "tuned" ? ["no gain above its standard error: the tuned model is kept"] : []),
    ...(judged === undefined
      ? []
      : [`on ${judged.queries} judged queries not learned from: ${formatGain(judged)}`]),
    ...(up.length > 0 ? [`up:   ${formatWords(up)}`] : []),
    ...(down.length > 0 ? [`down: ${formatWords(down)}`] : []),
    step === undefined
      ? `postings kept: ${(100 * pruning.kept).toFixed(0)} %`
      : `postings kept: ${(100 * pruning.kept).toFixed(0)} %, at nDCG@10 ${share(step.ndcg)} and R@100 ${share(step.recall)} against the ${pruning.reference} ranking on all of them (unseen queries)`,
    ...(pruning.validation === undefined
      ? []
      : [`cross-validation of the pruned index: ${formatGain(pruning.validation)}`]),
  ];
}

function formatGain({ before, after, gain, interval, p }: ValidationGain): string {
  const [low, high] = interval.map((each) => each.toFixed(4));
  return `nDCG@10 ${before.toFixed(4)} tuned, ${after.toFixed(4)} learned; gain ${gain.toFixed(4)} (95 % interval ${low} to ${high}, p = ${p.toPrecision(2)})`;
}

function formatWords(terms: readonly MovedTerm[]): string {
  return terms.map(({ term, query }) => `${term} ${query.toFixed(2)}`).join(", ");
}

/** Describes the bytes of an index that pruning does not reduce. */
function formatRemaining({ bytesByKind: kinds, bytes }: IndexStatistics): string {
  const parts = (["stored", "forward", "position", "document"] as const)
    .filter((kind) => kinds[kind] !== undefined)
    .map((kind) => `${kind} ${formatMegabytes(kinds[kind] as number)}`);
  return `of ${formatMegabytes(bytes)}, ${parts.join(", ")}; --without leaves out what search does not need`;
}

/** What `termwise discriminate` tells of learned term weights. */

import { renderTable } from "../../src/analysis/index.ts";
import type {
  LearnedWeighting,
  LearningReport,
  MovedTerm,
} from "../../src/discrimination/index.ts";
import type { IndexFigures } from "../../src/index/index.ts";
import type { Arguments } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Shell } from "./command.ts";
import { sizeTable } from "./discriminate-report.ts";

export function showLearned(
  {
    report,
    ranker,
    rule,
  }: Pick<LearnedWeighting, "ranker"> & Partial<Pick<LearnedWeighting, "rule" | "report">>,
  before: IndexFigures,
  after: IndexFigures | undefined,
  args: Arguments,
  shell: Shell,
): void {
  if (args.has("json")) {
    shell.out(JSON.stringify({ ranker, rule, report, before, after }, null, 2));
    return;
  }
  if (report !== undefined) for (const line of reportLines(report)) shell.out(line);
  if (after !== undefined) {
    shell.out(`\n${renderTable(sizeTable(before, after), "text")}`);
    shell.out(restLine(after));
  }
  shell.note(`ranker: ${ranker}`);
}

function reportLines({
  queries,
  tuned,
  validation,
  outcome,
  up,
  down,
  pruning,
  features,
}: LearningReport): string[] {
  const { before, after, gain, interval, p } = validation;
  const [low, high] = interval.map((each) => each.toFixed(4));
  const share = (value: number): string => `${(100 * (value - 1)).toFixed(1)} %`;
  const step = pruning.steps.find(({ kept }) => kept === pruning.kept);
  return [
    `learned from ${queries.used} of ${queries.given} queries (${queries.judged} judged, ${queries.useful} with a relevant document), by ${features}`,
    `tuned: ${tuned.ranker}, stop list ${tuned.stopList}; ${tuned.tried} settings tried`,
    `cross-validation: nDCG@10 ${before.toFixed(4)} tuned, ${after.toFixed(4)} learned; gain ${gain.toFixed(4)} (95 % interval ${low} to ${high}, p = ${p.toPrecision(2)})`,
    ...(outcome === "tuned" ? ["no gain: the tuned model is kept"] : []),
    ...(outcome === "learned" ? [`up:   ${words(up)}`, `down: ${words(down)}`] : []),
    step === undefined
      ? `postings kept: ${(100 * pruning.kept).toFixed(0)} %`
      : `postings kept: ${(100 * pruning.kept).toFixed(0)} %, at nDCG@10 ${share(step.ndcg)} and R@100 ${share(step.recall)} against the tuned model on all of them (unseen queries)`,
  ];
}

function words(terms: readonly MovedTerm[]): string {
  return terms.map(({ term, query }) => `${term} ${query.toFixed(2)}`).join(", ");
}

/** What the bytes of an index are that pruning does not touch. */
function restLine({ bytesByKind: kinds, bytes }: IndexFigures): string {
  const parts = (["stored", "forward", "position", "document"] as const)
    .filter((kind) => kinds[kind] !== undefined)
    .map((kind) => `${kind} ${megabytes(kinds[kind] as number)}`);
  return `of ${megabytes(bytes)}, ${parts.join(", ")}; --without leaves out what search does not need`;
}

/**
 * The reduction of an index by learned term weights, and its cost (Table 3 of Frej et al., SIGIR
 * 2020), compared with a stop list alone and static pruning of plain BM25 to the same share of
 * postings.
 *
 * Weights are learned from training queries or from four of five folds; queries reported on are
 * never learned from. "No loss" means that the lower end of the 95 % interval lies above a loss of
 * one percent.
 */

import {
  computePairedDifference,
  type Finding,
  judgeNonInferiority,
} from "../../src/analysis/finding.ts";
import type { ReportFigure, ReportTable } from "../../src/analysis/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { computeIndexStatistics } from "../../src/index/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatInterval, mean } from "../format-values.ts";
import { createSmallReport } from "../small-report.ts";
import { pruneStatically } from "./static-pruning.ts";
import {
  createLambdasOption,
  createPointTable,
  drawPointFigure,
  POINT_CAPTION,
  POINT_OPTIONS,
  type Point,
  sweepLambdas,
} from "./tdv-points.ts";
import { USUAL } from "./tdv-row.ts";
import { openTdvWorkload, STOP_LISTS, type TdvWorkload } from "./tdv-workload.ts";

const TITLE = "What term weights save";
const TEXT =
  "Change of postings, terms and bytes against the full index, and nDCG@5 on queries not learned from, against the model with the usual idf. List bytes are dictionary, postings, positions and weights. p of a paired t test, not corrected; whether nothing is lost is decided by the interval, with a margin of one percent. The paper: −45.00, −39.67, −45.77 % for TF-IDF on AP, LA and FT; −46.06, −34.03, −40.25 % for LM; −46.91, −32.35, −44.42 % for BM25.";

/** Table 3 of the paper. */
export const tdvFootprint: Experiment = {
  id: "X1-tab3",
  aliases: ["tdv-footprint"],
  title: "index size after pruning by learned term weights, and its cost in nDCG@5",
  source: "Table 3 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["cranfield", "nfcorpus", "cisi", "vaswani"],
  quickCollections: ["cranfield", "nfcorpus", "cisi"],
  needs: { judged: 10, vectors: true },
  options: [
    createLambdasOption("0 0.0001 0.0003 0.001 0.003 auto", "0.0003 0.001"),
    ...POINT_OPTIONS,
  ],
  run: (request, environment) => forEachCollection(request, environment, `${TITLE}`, createReport),
};

async function createReport(request: ExperimentRequest, environment: ExperimentEnvironment) {
  const tables: ReportTable[] = [];
  const figures: ReportFigure[] = [];
  const results: unknown[] = [];
  const runs: Run[] = [];
  const findings: Finding[] = [];
  let fingerprint = "";
  const stopLists = request.choices("stop", STOP_LISTS);
  for (const stopList of stopLists) {
    const workload = await openTdvWorkload(request, stopList, environment);
    fingerprint = workload.fingerprint;
    const title = `${workload.name}, stop list ${stopList}`;
    const lambdaSweep = await sweepLambdas(workload, request, environment);
    runs.push(...lambdaSweep.runs);
    tables.push({ title, table: createPointTable(lambdaSweep.points) });
    if (stopList === "none")
      tables.push(await createBaselineTable(workload, lambdaSweep.points, request, environment));
    const figureTitle = `nDCG@5 by postings kept: ${title}`;
    const svg = drawPointFigure(lambdaSweep.points, figureTitle);
    figures.push({ title: figureTitle, name: `kept-${stopList}`, svg, caption: POINT_CAPTION });
    results.push({ stopList, points: lambdaSweep.points });
    findings.push(...createFindings(workload.name, stopList, lambdaSweep.points, stopLists.length));
    await workload.snapshot.close();
  }
  return createSmallReport({
    ...{ title: `${TITLE}: ${request.collection}`, texts: [TEXT], tables, figures, results, runs },
    ...{ findings, data: { [request.collection]: fingerprint } },
  });
}

/** A stop list alone, and plain BM25 pruned to the share of the learned weights. */
async function createBaselineTable(
  workload: TdvWorkload,
  points: readonly Point[],
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<ReportTable> {
  const { test, searcher, snapshot } = workload;
  const ndcg = (run: Run): number[] => [
    ...(evaluate(run, test.judgements, ["nDCG@5"]).measures[0]?.perQuery ?? []),
  ];
  const ranker = USUAL.bm25;
  const usual = ndcg(await runQueries(createIndexRetriever(searcher, { ranker }), test.texts));
  const totalPostings = computeIndexStatistics(snapshot).postings;
  const row = (name: string, kept: number, values: readonly number[]): string[] => {
    const { difference } = computePairedDifference(values, usual);
    const isLevel = judgeNonInferiority({ difference }, mean(usual));
    return [
      name,
      `${(100 * (kept - 1)).toFixed(1)} %`,
      mean(values).toFixed(4),
      formatInterval(difference),
      isLevel === "holds" ? "yes" : "not shown",
    ];
  };
  const stopped = await openTdvWorkload(request, "english", environment);
  const stopRun = await runQueries(
    createIndexRetriever(stopped.searcher, { ranker }),
    stopped.test.texts,
  );
  const rows = [
    row("all postings", 1, usual),
    row(
      "stop list alone",
      computeIndexStatistics(stopped.snapshot).postings / totalPostings,
      ndcg(stopRun),
    ),
  ];
  await stopped.snapshot.close();
  for (const point of points.filter(({ model }) => model === "bm25")) {
    rows.push(row(`learned, lambda ${point.lambda}`, point.kept, point.perQuery[0]));
    const { run, kept } = await pruneStatically(workload, point.kept);
    rows.push(row(`static pruning to the same share`, kept, ndcg(run)));
  }
  return {
    title: `${workload.name}: BM25 with fewer postings, beside pruning without learning`,
    table: {
      header: ["index", "postings", "nDCG@5", "difference (95 % interval)", "no loss (1 %)"],
      rows,
      words: [0, 4],
    },
  };
}

function createFindings(
  collection: string,
  stopList: string,
  points: readonly Point[],
  stopListCount: number,
): readonly Finding[] {
  // One of these intervals must be above the margin: they are corrected for their number.
  const count = stopListCount * points.length;
  return points.map(({ model, lambda, kept, perQuery: [learned, plain], usual }): Finding => {
    const { difference } = computePairedDifference(learned, plain, count);
    const measured = `stop list ${stopList}, ${model}, lambda ${lambda}: ${(100 * (kept - 1)).toFixed(1)} % of the postings, nDCG@5 ${formatInterval(difference)}, corrected for ${count} intervals`;
    const isLevel = judgeNonInferiority({ difference }, usual);
    const isSmaller = kept <= 0.7;
    const verdict = isSmaller ? isLevel : "not shown";
    return { claim: "S1.4", collection, measured, difference, verdict };
  });
}

/**
 * A sweep over lambda: the share of kept postings against nDCG@5, as the authors' code logs them,
 * and the loss by epoch.
 */

import { type ReportFigure, type ReportTable, renderLineChart } from "../../src/analysis/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { createSmallReport } from "../small-report.ts";
import {
  createLambdasOption,
  createPointTable,
  drawPointFigure,
  POINT_CAPTION,
  POINT_OPTIONS,
  type Point,
  sweepLambdas,
} from "./tdv-points.ts";
import { openTdvWorkload, STOP_LISTS } from "./tdv-workload.ts";

const TITLE = "Postings kept against nDCG@5";

/** The trade-off that the authors' code logs. */
export const x1Sparsity: Experiment = {
  id: "X1-sparsity",
  title: "a sweep over lambda: postings kept against nDCG@5, and the loss by epoch",
  source: "what the code of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020, logs",
  collections: ["cranfield", "nfcorpus"],
  quickCollections: ["cranfield"],
  needs: { judged: 10, vectors: true },
  options: [
    createLambdasOption("0 0.0001 0.0003 0.001 0.003 0.01", "0 0.0003 0.001 0.003 0.01"),
    ...POINT_OPTIONS.map((option) =>
      option.name === "models" ? { ...option, quick: "bm25" } : option,
    ),
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, runSweep),
};

async function runSweep(request: ExperimentRequest, environment: ExperimentEnvironment) {
  const workload = await openTdvWorkload(
    request,
    request.choices("stop", STOP_LISTS)[0] ?? "none",
    environment,
  );
  const { points, runs } = await sweepLambdas(workload, request, environment);
  await workload.snapshot.close();
  const title = `${TITLE}: ${workload.name}`;
  const tables: ReportTable[] = [{ title: workload.name, table: createPointTable(points) }];
  const figures: ReportFigure[] = [
    {
      title,
      name: "kept",
      svg: drawPointFigure(points, ""),
      caption: POINT_CAPTION,
    },
    ...createCurves(points),
  ];
  return createSmallReport({
    ...{ title, tables, figures, runs, results: points },
    texts: ["Weights of the last epoch; queries reported on are never learned from."],
    data: { [workload.name]: workload.fingerprint },
  });
}

/** The ranking loss and the share kept by epoch, of the first learning of each lambda. */
function createCurves(points: readonly Point[]): readonly ReportFigure[] {
  const of = (value: (epoch: Point["history"][number]) => number | undefined) =>
    points
      .map(({ model, lambda, history }) => ({
        name: `${model}, lambda ${lambda}`,
        points: history.flatMap((epoch): [number, number][] => {
          const y = value(epoch);
          return y === undefined ? [] : [[epoch.epoch, y]];
        }),
      }))
      .filter((series) => series.points.length > 0);
  return [
    {
      title: "Ranking loss by epoch",
      name: "loss",
      svg: renderLineChart(
        of(({ ranking }) => ranking),
        { x: "epoch", y: "ranking loss", height: 420 },
      ),
      caption:
        "Mean loss of the examples of an epoch. A larger lambda gives up more of it for shorter documents.",
    },
    {
      title: "Postings kept by epoch",
      name: "kept-by-epoch",
      svg: renderLineChart(
        of(({ kept }) => 100 * kept),
        { x: "epoch", y: "postings kept, %", height: 420 },
      ),
      caption: "Postings of terms that weigh enough to be kept. Learning begins with all of them.",
    },
  ];
}

/**
 * A sweep over lambda: the share of postings that is kept against nDCG@5, as
 * the authors' code logs them, and what the loss does from epoch to epoch.
 */

import { lineChart, type ReportFigure, type ReportTable } from "../../src/analysis/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { smallReport } from "../small-report.ts";
import {
  lambdasOption,
  POINT_CAPTION,
  POINT_OPTIONS,
  type Point,
  pointFigure,
  pointsOf,
  pointTable,
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
    lambdasOption("0 0.0001 0.0003 0.001 0.003 0.01", "0 0.0003 0.001 0.003 0.01"),
    ...POINT_OPTIONS.map((option) =>
      option.name === "models" ? { ...option, quick: "bm25" } : option,
    ),
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, sweep),
};

async function sweep(request: ExperimentRequest, environment: ExperimentEnvironment) {
  const workload = await openTdvWorkload(
    request,
    request.choices("stop", STOP_LISTS)[0] ?? "none",
    environment,
  );
  const { points, runs } = await pointsOf(workload, request, environment);
  await workload.snapshot.close();
  const title = `${TITLE}: ${workload.name}`;
  const tables: ReportTable[] = [{ title: workload.name, table: pointTable(points) }];
  const figures: ReportFigure[] = [
    {
      title,
      name: "kept",
      svg: pointFigure(points, ""),
      caption: POINT_CAPTION,
    },
    ...curves(points),
  ];
  return smallReport({
    ...{ title, tables, figures, runs, results: points },
    texts: ["Weights of the last epoch; queries reported on are never learned from."],
    data: { [workload.name]: workload.fingerprint },
  });
}

/** The ranking loss and the share kept by epoch, of the first learning of each lambda. */
function curves(points: readonly Point[]): readonly ReportFigure[] {
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
      svg: lineChart(
        of(({ ranking }) => ranking),
        { x: "epoch", y: "ranking loss", height: 420 },
      ),
      caption:
        "Mean loss of the examples of an epoch. A larger lambda gives up more of it for shorter documents.",
    },
    {
      title: "Postings kept by epoch",
      name: "kept-by-epoch",
      svg: lineChart(
        of(({ kept }) => 100 * kept),
        { x: "epoch", y: "postings kept, %", height: 420 },
      ),
      caption: "Postings of terms that weigh enough to be kept. Learning begins with all of them.",
    },
  ];
}

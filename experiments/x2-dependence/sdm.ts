/**
 * What term dependence and proximity add: independence against sequential and
 * full dependence, and the five measures of Tao and Zhai over a range of alpha
 * on BM25 and LM, chosen on one half of the queries and reported on the other.
 * The report's examples beside them: "fifa worldcup" in order and reversed, and
 * a soft match that SDM does not see.
 */

import { type Finding, judgeSuperiority } from "../../src/analysis/finding.ts";
import { type Report, type ReportTable, renderLineChart } from "../../src/analysis/index.ts";
import { openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import { Random } from "../../src/common/random.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { compareSystems } from "../compare-systems.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import { readEvaluationSplit } from "../evaluation-split.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatInterval, formatMean, formatP, mean } from "../format-values.ts";
import { createSmallReport } from "../small-report.ts";
import { createDependenceExamples } from "./dependence-examples.ts";

const TITLE = "Term dependence and proximity";
const DEPENDENCE = ["fi", "sdm", "fdm"];
const BASES = ["bm25", "lm"];
const DISTANCES = ["min-dist", "ave-dist", "max-dist", "span", "min-cover"];

/** The comparison of dependence models. */
export const x2Sdm: Experiment = {
  id: "X2-sdm",
  title: "sequential and full dependence, and proximity over a range of alpha",
  source: "sections 2 and 3 of the report on dependency and axioms",
  collections: ["cranfield", "cisi", "vaswani", "nfcorpus:test"],
  quickCollections: ["cranfield", "cisi", "vaswani"],
  needs: { judged: 10 },
  options: [
    { name: "alphas", summary: "values of alpha", default: "0.1 0.3 1 3 10", quick: "0.3 1 3" },
    { name: "measures", summary: "measures; the first is tested", default: "AP nDCG@10" },
    { name: "top", summary: "documents per query", default: "1000", quick: "200" },
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const { files, collections, findPackage, progress } = environment;
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const opened = await openDataset(files, name, { collections, findPackage });
  const { queries, judgements } = await readEvaluationSplit(opened, split);
  const judged = queries.filter(({ id }) => judgements.has(id));
  const order = new Random(1).split("halves").shuffle([...judged]);
  const halves = [order.filter((_, i) => i % 2 === 0), order.filter((_, i) => i % 2 === 1)];
  const reader = await indexInMemory(opened.documents(), {
    ...{ analysis: { stopWords: "english" }, positions: true, progress },
  });
  const measures = request.words("measures");
  const alphas = request.numbers("alphas");
  const valueCache = new Map<string, ReadonlyMap<string, readonly number[]>>();
  /** The values of a ranker by query id, for every measure. */
  const measureValues = async (ranker: string): Promise<ReadonlyMap<string, readonly number[]>> => {
    const match = valueCache.get(ranker);
    if (match !== undefined) return match;
    const retriever = createIndexRetriever(reader.searcher, { ranker });
    const run = await runQueries(retriever, judged, { top: request.number("top") });
    const evaluated = evaluate(run, judgements, measures, { queries: judged.map(({ id }) => id) });
    const byQuery = new Map(
      evaluated.queries.map((id, i) => [
        id,
        evaluated.measures.map(({ perQuery }) => perQuery[i] ?? 0),
      ]),
    );
    valueCache.set(ranker, byQuery);
    return byQuery;
  };
  const systems = new Map<string, Map<string, readonly number[]>>();
  for (const ranker of [...DEPENDENCE, ...BASES])
    systems.set(ranker, new Map(await measureValues(ranker)));
  const sweep: string[][] = [];
  const series: { name: string; points: (readonly [number, number])[] }[] = [];
  for (const base of BASES) {
    for (const distance of DISTANCES) {
      const trials = alphas.map((alpha) => `proximity(${base},${distance},alpha=${alpha})`);
      const all: number[] = [];
      for (const trial of trials)
        all.push(mean([...(await measureValues(trial)).values()].map((each) => each[0] ?? 0)));
      series.push({
        name: `${base} ${distance}`,
        points: alphas.map((_, i) => [i, all[i] ?? 0]),
      });
      sweep.push([base, distance, ...all.map(formatMean)]);
      // Each half is reported at the alpha that is best on the other.
      const chosen = new Map<string, readonly number[]>();
      for (const [i, half] of halves.entries()) {
        const other = halves[1 - i] ?? [];
        let best = { trial: trials[0] as string, value: -1 };
        for (const trial of trials) {
          const values = await measureValues(trial);
          const value = mean(other.map(({ id }) => values.get(id)?.[0] ?? 0));
          if (value > best.value) best = { trial, value };
        }
        const values = await measureValues(best.trial);
        for (const { id } of half) chosen.set(id, values.get(id) ?? []);
      }
      systems.set(`proximity(${base},${distance})`, chosen);
    }
  }
  await reader.close();
  const ids = judged.map(({ id }) => id);
  const column = (system: string, i: number): number[] =>
    ids.map((id) => systems.get(system)?.get(id)?.[i] ?? 0);
  const pairs = [...systems.keys()].flatMap((system) => {
    if (system === "sdm" || system === "fdm") return [[system, "fi"] as const];
    const base = /^proximity\((\w+),/.exec(system)?.[1];
    return base === undefined ? [] : [[system, base] as const];
  });
  const first = new Map([...systems.keys()].map((system) => [system, column(system, 0)]));
  const compared = compareSystems(first, pairs);
  const tables: ReportTable[] = [
    {
      title: `${name}: dependence and proximity`,
      table: {
        header: ["ranker", ...measures, "against", "difference (95 % interval)", "corrected p"],
        rows: [...systems.keys()].map((system) => {
          const match = compared.find((each) => each.system === system);
          return [
            system,
            ...measures.map((_, i) => formatMean(mean(column(system, i)))),
            match?.baseline ?? "",
            match === undefined ? "" : formatInterval(match.difference),
            match === undefined ? "" : formatP(match.correctedP),
          ];
        }),
        words: [0, measures.length + 1],
      },
    },
    {
      title: `${name}: ${measures[0]} by alpha, all queries`,
      table: {
        header: ["base", "measure", ...alphas.map((alpha) => `alpha ${alpha}`)],
        rows: sweep,
        words: [0, 1],
      },
    },
  ];
  const examples = await createDependenceExamples();
  return createSmallReport({
    title: `${TITLE}: ${name}, ${judged.length} judged queries`,
    texts: [
      "English analysis, full stop list, Porter2. Alpha of a proximity ranker is chosen on one half of the queries and reported on the other, both ways. Paired t tests by the first measure, Holm's correction over the rows.",
    ],
    tables: [...tables, examples.table],
    figures: [
      {
        title: `${name}: proximity by alpha`,
        name: "alpha",
        svg: renderLineChart(series, {
          ...{ x: "alpha", columns: alphas.map(String), y: measures[0] ?? "", height: 420 },
        }),
        caption: "The smaller alpha, the more proximity counts.",
      },
    ],
    results: { systems: Object.fromEntries([...first]), sweep },
    perQuery: [{ name: measures[0] ?? "", queries: ids, systems: Object.fromEntries(first) }],
    findings: [...createFindings(name, measures[0] ?? "", compared), ...examples.findings],
    data: { [name]: await fingerprintData(opened, `${collections}/${name}`) },
  });
}

function createFindings(
  collection: string,
  measure: string,
  compared: ReturnType<typeof compareSystems>,
): readonly Finding[] {
  return compared.flatMap((each): Finding[] => {
    const { system, baseline, difference, correctedP: p } = each;
    if (system !== "sdm" && system !== "fdm") return [];
    const measured = `${measure} of ${system} − ${baseline}: ${formatInterval(difference)}`;
    return [
      { claim: "S2.4", collection, measured, difference, p, verdict: judgeSuperiority(each, p) },
    ];
  });
}

/**
 * Learned salience compared with idf: the rank correlation of the two over all words, and BM25 with
 * idf removed or replaced by γ (Table 2 of the salience paper).
 */

import { type Finding, judgeEquivalence, judgeSuperiority } from "../../src/analysis/finding.ts";
import type { Report } from "../../src/analysis/index.ts";
import { spearman } from "../../src/evaluation/index.ts";
import { ranker } from "../../src/ranking/index.ts";
import {
  averageOverSeeds,
  compareSystems,
  type SystemSeeds,
  type SystemValues,
} from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatInterval, formatMean, formatP, mean } from "../format-values.ts";
import { NEURAL_FULL, NEURAL_OPTIONS, NEURAL_QUICK } from "../neural/neural-options.ts";
import { type NeuralWorkload, openNeuralWorkload } from "../neural/neural-workload.ts";
import {
  computeValues,
  listMeasures,
  listQueryIds,
  type MeasuredValues,
} from "../neural/query-values.ts";
import { createSmallReport } from "../small-report.ts";
import { judgeSeeds } from "./fig2.ts";
import {
  computeGate,
  readTermSaliences,
  SALIENT_SYSTEMS,
  type TermSaliences,
} from "./salience-outcomes.ts";

const TITLE = "Learned salience, idf and BM25";

/** The paper's correlation, MRR and Recall. */
const PAPER: Readonly<Record<string, readonly [string, string, string]>> = {
  "IDF removed": ["", ".126", ".242"],
  IDF: ["", ".187", ".383"],
  "S-PACRR": [".10", ".113", ".219"],
  "S-KNRM": [".22", ".185", ".371"],
  "S-ConvKNRM": [".23", ".195", ".396"],
};

/** Table 2 of the salience paper. */
export const x0Table2: Experiment = {
  id: "X0-tab2",
  title: "correlation of learned salience with idf, and BM25 with salience instead of idf",
  source: "Table 2 of the salience paper",
  collections: NEURAL_FULL,
  quickCollections: NEURAL_QUICK,
  needs: { splits: true, judged: 10, vectors: true },
  options: NEURAL_OPTIONS,
  systems: () => SALIENT_SYSTEMS,
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

/** The systems of the table by name, each seed of them: with γ and with its gate. */
export async function measureSalienceSystems(
  workload: NeuralWorkload,
  { terms, gamma }: TermSaliences,
): Promise<ReadonlyMap<string, readonly MeasuredValues[]>> {
  const { firstStage } = workload.collection;
  const systems = new Map<string, MeasuredValues[]>();
  const add = async (name: string, by: Parameters<NeuralWorkload["rankBy"]>[1]): Promise<void> => {
    const ranked = await workload.rankBy("test", by);
    const values = computeValues(ranked, workload.reader, listMeasures(workload));
    systems.set(name, [...(systems.get(name) ?? []), values]);
  };
  await add("IDF removed", addOption(firstStage, "idf=none"));
  await add("IDF", firstStage);
  await add("IDF of occurrences", addOption(firstStage, "idf=cf"));
  const seeded = [...gamma].flatMap(([model, seeds]) =>
    seeds.map((values) => [model, values] as const),
  );
  for (const [model, values] of seeded) {
    for (const [name, of] of [
      [model, (value: number) => value],
      [`${model}, σ(γ)`, computeGate],
    ] as const) {
      const table = new Map(terms.map((term, i) => [term, of(values[i] as number)]));
      const rankerName = addOption(firstStage, "salience=learned");
      await add(name, ranker(rankerName, { tables: new Map([["learned", table]]) }));
    }
  }
  return systems;
}

/** `bm25(b=1)` with `k1=1` is `bm25(b=1,k1=1)`. */
function addOption(name: string, option: string): string {
  return name.endsWith(")") ? `${name.slice(0, -1)},${option})` : `${name}(${option})`;
}

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const saliences = await readTermSaliences(workload, request.number("seeds"));
  const systems = await measureSalienceSystems(workload, saliences);
  const queries = listQueryIds(workload.test);
  await workload.close();
  const own = workload.measure.name;
  const seeds = new Map(
    [...systems].map(([system, all]) => [system, all.map((each) => each[own] ?? [])]),
  );
  const values = new Map([...seeds].map(([system, all]) => [system, averageOverSeeds(all)]));
  const pairs = [...systems.keys()]
    .filter((each) => each !== "IDF")
    .map((each) => [each, "IDF"] as const);
  const compared = compareSystems(values, pairs, seeds);
  const correlations = new Map(
    [...saliences.gamma].map(([model, all]) => [
      model,
      all.map((gamma) => spearman(gamma, saliences.idf)),
    ]),
  );
  const formatSystemMean = (system: string, measure: string): string =>
    formatMean(mean((systems.get(system) ?? []).map((each) => mean(each[measure] ?? []))));
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      `BM25 is ${workload.collection.firstStage}. γ of the models of X0-tab1 takes the place of idf, seed by seed, without the sigmoid unless the row says so; words that the model does not know have none. Spearman's correlation over all words, of every seed. Holm's correction over the rows; the paper's values in brackets, on another collection.`,
    ],
    tables: [
      {
        title: `${name}: BM25 with idf removed and replaced`,
        table: {
          header: [
            ...["salience", "Spearman with idf", "largest p", "RR@10", "R@10"],
            ...[`${own} − IDF (95 % interval)`, "corrected p"],
          ],
          rows: [...systems.keys()].map((system) => {
            const correlation = correlations.get(system);
            const paper = PAPER[system];
            const against = compared.find((each) => each.system === system);
            const beside = (i: 0 | 1 | 2): string => (paper?.[i] ? ` [${paper[i]}]` : "");
            return [
              system,
              correlation === undefined
                ? ""
                : `${correlation.map(({ coefficient }) => coefficient.toFixed(2)).join(" ")}${beside(0)}`,
              correlation === undefined ? "" : formatP(Math.max(...correlation.map(({ p }) => p))),
              `${formatSystemMean(system, "RR@10")}${beside(1)}`,
              `${formatSystemMean(system, "R@10")}${beside(2)}`,
              against === undefined ? "" : formatInterval(against.difference),
              against === undefined ? "" : formatP(against.correctedP),
            ];
          }),
          words: [0],
        },
      },
    ],
    results: {
      correlations: Object.fromEntries(correlations),
      systems: Object.fromEntries(systems),
    },
    perQuery: [{ name: own, queries, systems: Object.fromEntries(values) }],
    findings: createFindings(name, own, compared, correlations, { values, seeds }),
    trainings: saliences.trainings,
    data: { [name]: workload.fingerprint },
  });
}

function createFindings(
  collection: string,
  own: string,
  compared: ReturnType<typeof compareSystems>,
  correlations: ReadonlyMap<
    string,
    readonly { readonly coefficient: number; readonly p: number }[]
  >,
  { values, seeds }: { readonly values: SystemValues; readonly seeds: SystemSeeds },
): readonly Finding[] {
  const against = (claim: string, system: string): Finding[] => {
    const comparison = compared.find((each) => each.system === system);
    if (comparison === undefined) return [];
    const { difference, correctedP: p } = comparison;
    const measured = `${own} of BM25 with γ of ${system} − with idf: ${formatInterval(difference)}`;
    return [
      { claim, collection, measured, difference, p, verdict: judgeSuperiority(comparison, p) },
    ];
  };
  const correlated = [...correlations].map(([model, all]): Finding => {
    const p = Math.max(...all.map((each) => each.p));
    const signs = judgeSeeds(all.map(({ coefficient }) => coefficient > 0));
    const texts = all.map(({ coefficient }) => coefficient.toFixed(2));
    return {
      ...{ claim: "S0.10", collection, p, verdict: p >= 0.01 ? "not shown" : signs },
      measured: `${model}, by seed: ${texts.join(" ")}`,
    };
  });
  const [pair] = compareSystems(values, [["S-ConvKNRM", "S-ConvKNRM, σ(γ)"]], seeds);
  const sigmoid: Finding[] =
    pair === undefined
      ? []
      : [
          {
            ...{ claim: "S0.13", collection, difference: pair.difference, p: pair.correctedP },
            measured: `${own} of γ − σ(γ), S-ConvKNRM: ${formatInterval(pair.difference)}`,
            verdict: judgeSuperiority(pair, pair.correctedP),
          },
        ];
  const lower = against("S0.12", "S-PACRR").map(({ verdict, ...rest }): Finding => {
    const reversed = { holds: "fails", fails: "holds" } as const;
    return {
      ...rest,
      verdict: verdict === "holds" || verdict === "fails" ? reversed[verdict] : verdict,
    };
  });
  const equal = against("S0.18", "S-KNRM").map((finding): Finding => {
    const { difference = [0, 0, 0] } = finding;
    return { ...finding, verdict: judgeEquivalence({ difference }, mean(values.get("IDF") ?? [])) };
  });
  return [...correlated, ...against("S0.11", "S-ConvKNRM"), ...lower, ...sigmoid, ...equal];
}

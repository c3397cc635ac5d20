/**
 * Learned salience beside idf: the rank correlation of the two over all words,
 * and BM25 with idf removed or replaced by γ (Table 2 of the salience paper).
 */

import { betterVerdict, type Finding } from "../../src/analysis/finding.ts";
import type { Report } from "../../src/analysis/index.ts";
import { spearman } from "../../src/evaluation/index.ts";
import { ranker } from "../../src/ranking/index.ts";
import { comparedSystems } from "../compared-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { NEURAL_FULL, NEURAL_OPTIONS, NEURAL_QUICK } from "../neural/neural-options.ts";
import { type NeuralWorkload, openNeuralWorkload } from "../neural/neural-workload.ts";
import { type MeasuredValues, measuresOf, queryIds, valuesBy } from "../neural/query-values.ts";
import { mean, shownInterval, shownMean, shownP } from "../shown-values.ts";
import { smallReport } from "../small-report.ts";
import { gate, type TermSaliences, termSaliences } from "./salience-outcomes.ts";

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
  title: "correlation of learned salience with idf, and BM25 with salience in the place of idf",
  source: "Table 2 of the salience paper",
  collections: NEURAL_FULL,
  quickCollections: NEURAL_QUICK,
  needs: { splits: true, judged: 10, vectors: true },
  options: NEURAL_OPTIONS,
  run: (request, environment) => forEachCollection(request, environment, TITLE, tableOf),
};

/** The systems of the table, with γ and with its gate. */
export async function lentSystems(
  workload: NeuralWorkload,
  { terms, gamma }: TermSaliences,
): Promise<ReadonlyMap<string, MeasuredValues>> {
  const { firstStage } = workload.collection;
  const systems = new Map<string, MeasuredValues>();
  const add = async (
    name: string,
    by: Parameters<NeuralWorkload["rankedBy"]>[1],
  ): Promise<void> => {
    const ranked = await workload.rankedBy("test", by);
    systems.set(name, valuesBy(ranked, workload.reader, measuresOf(workload)));
  };
  await add("IDF removed", withOption(firstStage, "idf=none"));
  await add("IDF", firstStage);
  await add("IDF of occurrences", withOption(firstStage, "idf=cf"));
  for (const [model, values] of gamma) {
    for (const [name, of] of [
      [model, (value: number) => value],
      [`${model}, σ(γ)`, gate],
    ] as const) {
      const table = new Map(terms.map((term, i) => [term, of(values[i] as number)]));
      const lent = withOption(firstStage, "salience=learned");
      await add(name, ranker(lent, { tables: new Map([["learned", table]]) }));
    }
  }
  return systems;
}

/** `bm25(b=1)` with `k1=1` is `bm25(b=1,k1=1)`. */
function withOption(name: string, option: string): string {
  return name.endsWith(")") ? `${name.slice(0, -1)},${option})` : `${name}(${option})`;
}

async function tableOf(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const saliences = await termSaliences(workload);
  const systems = await lentSystems(workload, saliences);
  const queries = queryIds(workload.test);
  await workload.close();
  const own = workload.measure.name;
  const values = new Map([...systems].map(([system, all]) => [system, all[own] ?? []]));
  const pairs = [...systems.keys()]
    .filter((each) => each !== "IDF")
    .map((each) => [each, "IDF"] as const);
  const compared = comparedSystems(values, pairs);
  const correlations = new Map(
    [...saliences.gamma].map(([model, gamma]) => [model, spearman(gamma, saliences.idf)]),
  );
  const shown = (system: string, measure: string): string =>
    shownMean(mean(systems.get(system)?.[measure] ?? []));
  return smallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      `BM25 is ${workload.collection.firstStage}. γ of seed 1 of the models of X0-tab1 takes the place of idf, without the sigmoid unless the row says so; words that the model does not know have none. Spearman's correlation over all words. Holm's correction over the rows; the paper's values in brackets, on another collection.`,
    ],
    tables: [
      {
        title: `${name}: BM25 with idf removed and replaced`,
        table: {
          header: [
            ...["salience", "Spearman with idf", "p", "RR@10", "R@10"],
            ...[`${own} − IDF (95 % interval)`, "corrected p"],
          ],
          rows: [...systems.keys()].map((system) => {
            const found = correlations.get(system);
            const paper = PAPER[system];
            const against = compared.find((each) => each.system === system);
            const beside = (i: 0 | 1 | 2): string => (paper?.[i] ? ` [${paper[i]}]` : "");
            return [
              system,
              found === undefined ? "" : `${found.coefficient.toFixed(2)}${beside(0)}`,
              found === undefined ? "" : shownP(found.p),
              `${shown(system, "RR@10")}${beside(1)}`,
              `${shown(system, "R@10")}${beside(2)}`,
              against === undefined ? "" : shownInterval(against.difference),
              against === undefined ? "" : shownP(against.correctedP),
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
    findings: findings(name, own, compared, correlations, values),
    data: { [name]: workload.fingerprint },
  });
}

function findings(
  collection: string,
  own: string,
  compared: ReturnType<typeof comparedSystems>,
  correlations: ReadonlyMap<string, { readonly coefficient: number; readonly p: number }>,
  values: ReadonlyMap<string, readonly number[]>,
): readonly Finding[] {
  const against = (claim: string, system: string): Finding[] => {
    const found = compared.find((each) => each.system === system);
    if (found === undefined) return [];
    const { difference, correctedP: p } = found;
    const measured = `${own} of BM25 with γ of ${system} − with idf: ${shownInterval(difference)}`;
    return [{ claim, collection, measured, difference, p, verdict: betterVerdict(found, p) }];
  };
  const correlated = [...correlations].map(([model, { coefficient, p }]): Finding => {
    const verdict = p >= 0.01 ? "not shown" : coefficient > 0 ? "holds" : "fails";
    return {
      claim: "S0.10",
      collection,
      measured: `${model}: ${coefficient.toFixed(2)}`,
      p,
      verdict,
    };
  });
  const [pair] = comparedSystems(values, [["S-ConvKNRM", "S-ConvKNRM, σ(γ)"]]);
  const sigmoid: Finding[] =
    pair === undefined
      ? []
      : [
          {
            ...{ claim: "S0.13", collection, difference: pair.difference, p: pair.correctedP },
            measured: `${own} of γ − σ(γ), S-ConvKNRM: ${shownInterval(pair.difference)}`,
            verdict: betterVerdict(pair, pair.correctedP),
          },
        ];
  const lower = against("S0.12", "S-PACRR").map(({ verdict, ...rest }): Finding => {
    const reversed = { holds: "fails", fails: "holds" } as const;
    return {
      ...rest,
      verdict: verdict === "holds" || verdict === "fails" ? reversed[verdict] : verdict,
    };
  });
  return [...correlated, ...against("S0.11", "S-ConvKNRM"), ...lower, ...sigmoid];
}

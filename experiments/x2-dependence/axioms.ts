/**
 * The claims of the report on dependency about SDM and PACRR, derived from their formulas, compared
 * with measured axioms: SDM as it is and with cf inverted, PACRR untrained and trained. `termwise
 * axioms` tests any other ranker.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import {
  createAxiomReport,
  createIndexRanker,
  createModelRanker,
  createUntrainedModel,
  openLexicon,
  type RankerResults,
  type TestedRanker,
  testRanker,
} from "../../src/analysis/index.ts";
import { parseRanker, ranker } from "../../src/ranking/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import type { Experiment } from "../experiment.ts";
import { NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { listTrainings, measureTrainedRows } from "../neural/system-rows.ts";
import { trainTuned } from "../neural/training-outcome.ts";

const PACRR = { name: "PACRR", model: "pacrr" };

/** The table of axioms of the report on dependency. */
export const x2Axioms: Experiment = {
  id: "X2-axioms",
  title: "axioms of SDM and PACRR: claims and measurements",
  source: "sections 4 and 5 of the report on dependency and axioms",
  collections: ["msmarco-mini", "wikiqa"],
  quickCollections: ["wikiqa"],
  needs: { splits: true, vectors: true },
  systems: () => [PACRR],
  options: [
    {
      name: "rankers",
      summary: "classical rankers",
      default: "bm25 lm sdm sdm(background=inverse)",
    },
    { name: "instances", summary: "instances per axiom", default: "1000", quick: "100" },
    { name: "probes", summary: "draws per probe", default: "100", quick: "10" },
    ...NEURAL_OPTIONS,
  ],
  async run(request, environment) {
    const name = request.collection;
    const workload = await openNeuralWorkload(name, request, environment);
    const { reader } = workload;
    const { snapshot, analyzer, searcher } = reader;
    const seeds = Array.from({ length: request.number("seeds") }, (_, i) => i + 1);
    const trainings = listTrainings(
      name,
      await measureTrainedRows(workload, [PACRR], seeds.length),
    );
    const untrained = await createUntrainedModel("pacrr", reader, {
      options: { dimensions: workload.vectors.dimension },
    });
    const tested: TestedRanker[] = [
      ...request.words("rankers").map((each) =>
        createIndexRanker(searcher.view, analyzer, {
          name: each,
          kind: parseRanker(each).declaration.name,
          ranker: ranker(each),
        }),
      ),
    ];
    const lexicon = await openLexicon(snapshot, analyzer, searcher.view);
    const options = {
      instances: request.number("instances"),
      probeDraws: request.number("probes"),
      seed: 1,
    };
    const all: RankerResults[] = [];
    for (const each of tested) all.push(...(await testRanker(each, lexicon, options)));
    const testModel = async (
      model: TrainedModel,
      label: string,
    ): Promise<readonly RankerResults[]> => {
      const reranker = await Reranker.open(workload.backend, model, snapshot, analyzer);
      const results = await testRanker(
        createModelRanker(reranker, analyzer, label),
        lexicon,
        options,
      );
      await reranker.close();
      return results;
    };
    all.push(...(await testModel(untrained, "PACRR, untrained")));
    const bySeed: (readonly RankerResults[])[] = [];
    for (const seed of seeds) {
      bySeed.push(await testModel(await trainTuned(workload, PACRR, seed), "PACRR, trained"));
    }
    await workload.close();
    // The tables show seed 1; the findings have every seed.
    const report = createAxiomReport([...all, ...(bySeed[0] ?? [])], {
      title: `Axioms on SDM and PACRR: ${name}`,
      texts: [
        `Made-up documents under the statistics of ${name}, ${options.instances} instances per axiom. PACRR is tested with fillers that match nothing and with natural ones; the table has the network of seed 1, the findings those of every seed. docs/axioms.md says what each axiom asks.`,
      ],
    });
    return {
      ...report,
      findings: createFindings(name, all, bySeed),
      trainings,
      data: { [name]: workload.fingerprint },
    };
  },
};

const VERDICTS = {
  agrees: "holds",
  differs: "fails",
  "in part": "not shown",
  open: "not shown",
} as const;

/**
 * One finding per statement: of SDM, and of trained PACRR with neutral fillers, whose seeds must
 * all agree.
 */
export function createFindings(
  collection: string,
  classical: readonly RankerResults[],
  bySeed: readonly (readonly RankerResults[])[],
): readonly Finding[] {
  const sdm = classical.find(({ ranker: name }) => name === "sdm")?.claims ?? [];
  const seeds = bySeed.map(
    (results) => results.find(({ fillers }) => fillers === "neutral")?.claims ?? [],
  );
  return [
    ...sdm.map(({ axiom, claim, measured, agreement }): Finding => {
      const { share, verdict, instances } = measured;
      return {
        ...{ claim: "S2.7", collection, verdict: VERDICTS[agreement] },
        measured: `sdm, ${axiom} (${claim}): ${verdict}, ${share.toFixed(2)} of ${instances}`,
      };
    }),
    ...(seeds[0] ?? []).map(({ axiom, claim, measured }): Finding => {
      const each = seeds.flatMap((claims) => claims.filter((other) => other.axiom === axiom));
      const verdicts = [...new Set(each.map(({ agreement }) => VERDICTS[agreement]))];
      const shares = each.map((other) => other.measured.share.toFixed(2)).join(" ");
      return {
        ...{ claim: "S2.8", collection },
        measured: `PACRR, trained, ${axiom} (${claim}), by seed: ${shares} of ${measured.instances}`,
        verdict: verdicts.length === 1 ? (verdicts[0] ?? "not shown") : "not shown",
      };
    }),
  ];
}

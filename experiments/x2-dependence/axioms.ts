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
import type { Experiment } from "../experiment.ts";
import { NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { trainSystem } from "../neural/training-outcome.ts";

/** The table of axioms of the report on dependency. */
export const x2Axioms: Experiment = {
  id: "X2-axioms",
  title: "axioms of SDM and PACRR: claims and measurements",
  source: "sections 4 and 5 of the report on dependency and axioms",
  collections: ["msmarco-mini", "wikiqa"],
  quickCollections: ["wikiqa"],
  needs: { splits: true, vectors: true },
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
    const trained = await trainSystem(workload, { name: "PACRR", model: "pacrr" }, 1);
    const untrained = await createUntrainedModel("pacrr", reader, {
      options: { dimensions: workload.vectors.dimension },
    });
    const rerankers = [
      await Reranker.open(workload.backend, untrained, snapshot, analyzer),
      await Reranker.open(workload.backend, trained, snapshot, analyzer),
    ];
    const tested: TestedRanker[] = [
      ...request.words("rankers").map((each) =>
        createIndexRanker(searcher.view, analyzer, {
          name: each,
          kind: parseRanker(each).declaration.name,
          ranker: ranker(each),
        }),
      ),
      ...rerankers.map((each, i) =>
        createModelRanker(each, analyzer, i === 0 ? "PACRR, untrained" : "PACRR, trained"),
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
    for (const each of rerankers) await each.close();
    await workload.close();
    const report = createAxiomReport(all, {
      title: `Axioms on SDM and PACRR: ${name}`,
      texts: [
        `Made-up documents under the statistics of ${name}, ${options.instances} instances per axiom. PACRR is tested with fillers that match nothing and with natural ones. docs/axioms.md says what each axiom asks.`,
      ],
    });
    return {
      ...report,
      findings: createFindings(name, all),
      data: { [name]: workload.fingerprint },
    };
  },
};

/** One finding per claim; for PACRR the trained model with neutral fillers counts. */
function createFindings(collection: string, all: readonly RankerResults[]): readonly Finding[] {
  const counted = all.filter(
    ({ ranker: name, fillers }) =>
      name === "sdm" || (name === "PACRR, trained" && fillers === "neutral"),
  );
  return counted.flatMap(({ ranker: name, claims }) =>
    claims.map(({ axiom, claim, measured, agreement }): Finding => {
      const { share, verdict, instances } = measured;
      const verdicts = {
        agrees: "holds",
        differs: "fails",
        "in part": "not shown",
        open: "not shown",
      } as const;
      return {
        ...{ claim: name === "sdm" ? "S2.7" : "S2.8", collection },
        measured: `${name}, ${axiom} (${claim}): ${verdict}, ${share.toFixed(2)} of ${instances}`,
        verdict: verdicts[agreement],
      };
    }),
  );
}

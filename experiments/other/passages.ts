/** Whether the best passage of a document improves BM25, on queries that nothing was chosen by. */

import { computeOutcomes } from "../collection-outcomes.ts";
import { compareSystems } from "../compare-systems.ts";
import type { Experiment } from "../experiment.ts";
import { formatInterval, formatMean, formatP, mean } from "../format-values.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { computePassageOutcome, PASSAGES_MODULE } from "./passages-outcome.ts";

export const passagesExperiment: Experiment = {
  id: "passages",
  title: "BM25 of a document plus that of its best passage",
  source: "docs/discrimination.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus"],
    ...["wikiqa", "msmarco-mini", "medquad", "wordnet"],
  ],
  quickCollections: ["cranfield"],
  options: [
    { name: "test", summary: "test queries at most", default: "500" },
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  async run(request, environment) {
    const settings = { test: request.number("test") };
    const { outcomes, data } = await computeOutcomes(
      request,
      environment,
      { kind: "passages", settings, module: PASSAGES_MODULE },
      (name) => computePassageOutcome(name, request, environment),
    );
    const compared = compareSystems(
      new Map(
        [...outcomes].flatMap(([name, { tuned, combined }]) => [
          [`${name} tuned`, tuned],
          [`${name} combined`, combined],
        ]),
      ),
      [...outcomes.keys()].map((name) => [`${name} combined`, `${name} tuned`] as const),
    );
    const rows = [...outcomes].map(([name, { tuned, combined, choices }], i) => {
      const { difference, correctedP } = compared[i] as (typeof compared)[number];
      const used = choices.filter(({ share }) => share > 0);
      const choice = used.map(({ length, share }) => `${length} words × ${share}`);
      return [
        ...[name, String(tuned.length), formatMean(mean([...tuned]))],
        formatMean(mean([...combined])),
        ...[formatInterval(difference), formatP(correctedP)],
        used.length === 0 ? "none" : [...new Set(choice)].join(", "),
      ];
    });
    return {
      title: "BM25 of documents and of their best passages",
      texts: [TEXT, ...[...outcomes].map(([name, { protocol }]) => `${name}: ${protocol}.`)],
      tables: [
        {
          title: "nDCG@10 of queries that nothing was chosen by",
          table: {
            header: [
              ...["collection", "queries", "tuned BM25", "with best passage"],
              ...["difference", "p", "passages"],
            ],
            rows,
            words: [0, 6],
          },
        },
      ],
      ...{ figures: [], results: Object.fromEntries(outcomes), runs: [], data },
    };
  },
};

const TEXT =
  "The score of a document is its BM25 plus a share of the BM25 of its best passage, of 50, 100 or 200 words that overlap by half; the full stop list; k1, b, length and share (0.25 to 4) chosen on at most 500 training queries. Passages are used if they gain more than one standard error there. p of a paired t test, Holm over the collections.";

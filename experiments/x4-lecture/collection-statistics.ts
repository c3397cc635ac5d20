/** The lecture's table of a collection: documents, lengths with their deviation, training pairs, queries of each split. */

import { computeCollectionStatistics, openDataset } from "../../src/collection/index.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** MS MARCO as the lecture has it. */
const PAPER = [
  ...["MS MARCO (lecture)", "8,841,822", "58.8 ± 23.5", "6.3 ± 2.6", "39,780,811 triples"],
  "validation 6,980; test 48,598",
];

/** The lecture's table of collection statistics. */
export const x4Collection: Experiment = {
  id: "X4-collection",
  title: "documents, lengths and queries of collections",
  source: "the lecture's table of MS MARCO",
  collections: [
    "msmarco-mini",
    "wikiqa",
    "nfcorpus",
    "cranfield",
    "cisi",
    "vaswani",
    "medquad",
    "wordnet",
  ],
  quickCollections: ["msmarco-mini", "wikiqa", "nfcorpus", "cranfield", "cisi", "vaswani"],
  options: [],
  async run(request, { files, collections, findPackage, progress }) {
    const rows: string[][] = [];
    const data: Record<string, string> = {};
    const results: unknown[] = [];
    for (const name of request.collections) {
      const opened = await openDataset(files, name, { collections, findPackage });
      const statistics = await computeCollectionStatistics(opened, { progress });
      const { documents, documentLength, queryLength, splits } = statistics;
      data[name] = await fingerprintData(opened, `${collections}/${name}`);
      const training = splits.find(({ split }) => split === "train");
      const pairs =
        training === undefined
          ? "–"
          : `${Math.round(training.relevantPerQuery * training.judgedQueries).toLocaleString("en")} relevant pairs`;
      rows.push([
        name,
        documents.toLocaleString("en"),
        `${documentLength.mean.toFixed(1)} ± ${documentLength.deviation.toFixed(1)}`,
        `${queryLength.mean.toFixed(1)} ± ${queryLength.deviation.toFixed(1)}`,
        pairs,
        splits.map(({ split, queries }) => `${split} ${queries.toLocaleString("en")}`).join("; "),
      ]);
      results.push(statistics);
    }
    return createSmallReport({
      title: "Statistics of collections",
      texts: ["Lengths in words between white space: mean ± standard deviation of the population."],
      tables: [
        {
          title: "Collections",
          table: {
            header: [
              ...["collection", "documents", "document length", "query length"],
              ...["to learn from", "queries"],
            ],
            rows: [PAPER, ...rows],
            words: [0, 5],
          },
        },
      ],
      ...{ results, data },
    });
  },
};

/** Success of titles as queries, with and without the rule for exact titles. */

import { computeOutcomes } from "../collection-outcomes.ts";
import type { Experiment } from "../experiment.ts";
import { formatMean, mean } from "../format-values.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { computeKnownItems, KNOWN_ITEMS_MODULE } from "./known-items-outcome.ts";

export const knownItemsExperiment: Experiment = {
  id: "known-items",
  title: "Titles as queries, and the rule that a document whose title is the query ranks first",
  source: "docs/typing.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus"],
    ...["wikiqa", "msmarco-mini", "medquad", "wordnet", "docs"],
  ],
  quickCollections: ["cranfield"],
  options: [
    { name: "items", summary: "titles at most", default: "500" },
    { name: "test", summary: "judged queries at most", default: "500" },
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  async run(request, environment) {
    const settings = { items: request.number("items"), test: request.number("test") };
    const { outcomes, data } = await computeOutcomes(
      request,
      environment,
      { kind: "known items", settings, module: KNOWN_ITEMS_MODULE },
      (name) => computeKnownItems(name, request, environment),
    );
    const format = (values: readonly number[]): string =>
      values.length === 0 ? "" : formatMean(mean([...values]));
    const rows = [...outcomes].map(([name, { items, judged }]) => [
      ...[name, items.before.length === 0 ? "none" : String(items.before.length)],
      ...[format(items.before), format(items.after)],
      judged.before.length === 0 ? "none" : String(judged.before.length),
      ...[format(judged.before), format(judged.after)],
    ]);
    return {
      title: "Known items with and without the rule for exact titles",
      texts: [TEXT],
      tables: [
        {
          title: "Share of titles whose document is the first hit, and nDCG@10 of judged queries",
          table: {
            header: [
              ...["collection", "titles", "without the rule", "with it"],
              ...["judged queries", "nDCG@10 without", "with it"],
            ],
            rows,
            words: [0],
          },
        },
      ],
      ...{ figures: [], results: Object.fromEntries(outcomes), runs: [], data },
    };
  },
};

const TEXT =
  "The default ranker of an index with the fields title^3 and text. Titles that one document alone has are queries; of MedQuAD the topic (focus) stands for the title. docs is the folder of this project's documents. Four collections have no titles; the rule cannot change them.";

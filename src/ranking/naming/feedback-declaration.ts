/** Feedback, as people name it. */

import { feedback } from "../feedback.ts";
import { type LayeredDeclaration, shareOption, wholeOption } from "./declaration.ts";

export const RM3: LayeredDeclaration = {
  kind: "layered",
  base: "bm25",
  name: "rm3",
  summary: "expands the query with terms of the best documents of a first pass",
  formula:
    "the base's, each term weighed by weight·share in the query + (1 - weight)·share in what was learned",
  source: "Lavrenko and Croft, SIGIR 2001; the procedures of Anserini and of Galago",
  options: [
    wholeOption("docs", "documents to learn from", 10, 1, 10_000),
    wholeOption("terms", "terms to add", 10, 0, 10_000),
    shareOption("weight", "the original query's share", 0.5),
    {
      kind: "choice",
      name: "variant",
      summary: "how terms are weighed",
      default: "anserini",
      choices: {
        anserini: "each document's strongest terms, by its score",
        indri: "all terms but the query's own, by the document's posterior probability (RM1)",
      },
    },
    shareOption("max-df", "terms in a larger share of the documents are not learned", 0.1),
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

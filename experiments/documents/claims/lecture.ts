/** A data table: the claims of the document on the lecture. */

import type { DocumentClaims } from "./paper-claim.ts";

/** Its claims, in its order. */
export const LECTURE_CLAIMS: DocumentClaims = {
  document: "Lecture",
  claims: [
    {
      id: "S4.1",
      claim: "Inexact top-K with three of four words scores documents 8, 16 and 32.",
      paper: "slide",
      experiment: "X4-index",
      isExample: true,
    },
    {
      id: "S4.2",
      claim: "P@6 does not change when the first and the last result are swapped.",
      paper: "slide",
      experiment: "X4-eval",
      isExample: true,
    },
    {
      id: "S4.3",
      claim: "Point-, pair- and listwise losses are all lower for the right order.",
      paper: "slides",
      experiment: "X4-loss",
      isExample: true,
    },
    {
      id: "S4.4",
      claim: "KNRM's score is the weighted sum of its soft-TF features.",
      paper: "slides",
      experiment: "X4-knrm-walkthrough",
      isExample: true,
    },
    {
      id: "S4.5",
      claim: "Pre-trained vectors make each model better than random ones.",
      paper: "MRR .213 → .230, .232 → .240, .228 → .242, .243 → .268",
      experiment: "X4-results",
      note: "The lecture’s vectors have 300 dimensions and come from the same text and tokens as its models. Ours have 100 and come from other text, and words are stems here, with the vector of a word of that stem.",
    },
    {
      id: "S4.6",
      claim: "BERT is far better than the other models.",
      paper: "MRR .342 and .353",
      experiment: "X4-results",
      note: "Tested with all-MiniLM-L6-v2, a BERT of six layers and 22.7 million parameters, not with BERT-Base or BERT-Large. It was pre-trained on text, and then as a sentence encoder on a billion pairs of texts, many of them questions with answers from Wikipedia, as those of WikiQA are. The other models have vectors of words alone, so the difference is that of the data as well. Our own engine trains it, as the row says, at an untuned learning rate.",
    },
    {
      id: "S4.7",
      claim: "Neural models with pre-trained vectors are better than BM25.",
      paper: "MRR .192 → .230 to .268",
      experiment: "X4-results",
    },
    {
      id: "S4.8",
      claim: "A larger BERT is better than a smaller one.",
      paper: "MRR .342 → .353",
      note: "No package that can be had here has the weights of BERT-Base or BERT-Large.",
    },
  ],
};

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
    },
    {
      id: "S4.2",
      claim: "P@6 does not change when the first and the last result are swapped.",
      paper: "slide",
      experiment: "X4-eval",
    },
    {
      id: "S4.3",
      claim: "Point-, pair- and listwise losses are all lower for the right order.",
      paper: "slides",
      experiment: "X4-loss",
    },
    {
      id: "S4.4",
      claim: "KNRM's score is the weighted sum of its soft-TF features.",
      paper: "slides",
      experiment: "X4-knrm-walkthrough",
    },
    {
      id: "S4.5",
      claim: "Pre-trained vectors make each model better than random ones.",
      paper: "MRR .213 → .230, .232 → .240, .228 → .242, .243 → .268",
      experiment: "X4-results",
      note: "The lecture's vectors have 300 dimensions and are of the same text and tokens as its models; ours have 100, are of other text, and words are stems here, of which the vector is that of a word with this stem. What may explain it was not tested. On WikiQA vectors are not trained, given or random, so that random ones match nothing but the same word, which in short answers is much of what there is to match. That KNRM loses by given vectors there is what the finding says of these vectors and sizes, not of the lecture's.",
    },
    {
      id: "S4.6",
      claim: "BERT is far better than the other models.",
      paper: "MRR .342 and .353",
      experiment: "X4-results",
      note: "Tested with MiniLM, a BERT of six layers, trained by our own engine as the row says, with one seed and a rate that was not tuned; a training takes about ten minutes of one core and is left out at quick size unless `bert` names the model. MiniLM was pre-trained to tell what sentences mean, by others, on far more text than the vectors of the other models. On collections with longer texts it was not trained.",
    },
  ],
};

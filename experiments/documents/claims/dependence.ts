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
      note: "The windows have these sizes; the scores still change when terms are moved apart further. A likely reason, which was not tested: a window that holds one term alone also holds its neighbours, which change with the move, and k-max pooling and sums over all places see every window. So the rule, any change of the score, is stricter than what the report means, that terms further apart are not matched together.",
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
    },
    { id: "S2.6", claim: "SDM has no soft match.", paper: "section 2", experiment: "X2-sdm" },
    {
      id: "S2.7",
      claim: "What the report says of SDM and the axioms.",
      paper: "section 4",
      experiment: "X2-axioms",
      note: "An axiom holds when the interval of the share lies above the limit of docs/axioms.md, which a hundred instances cannot show, even if all are satisfied; therefore a thousand. That SDM keeps TDC contradicts the report, which looks at cf/|C| alone: in the difference of two documents' scores the smoothing divides by it, so that the rarer term counts more (Zhai and Lafferty 2004).",
    },
    {
      id: "S2.8",
      claim: "What the report says of PACRR and the axioms.",
      paper: "section 5",
      experiment: "X2-axioms",
      note: "Of a trained model, with fillers that match nothing. The report argues from k-max pooling and from the shape of the network; what a trained network does with its features is not bound by that argument, and the counter-examples are those of one training on a sample.",
    },
  ],
};

/** A data table: the claims of the document on dependency and axioms. */

import type { ClaimedDocument } from "./paper-claim.ts";

/** Its claims, in its order. */
export const DEPENDENCE_CLAIMS: ClaimedDocument = {
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
    },
    {
      id: "S2.8",
      claim: "What the report says of PACRR and the axioms.",
      paper: "section 5",
      experiment: "X2-axioms",
      note: "Of a trained model, with fillers that match nothing.",
    },
  ],
};

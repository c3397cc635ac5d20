/** A data table: the claims of the document on neural estimation of term salience. */

import type { DocumentClaims } from "./paper-claim.ts";

/** Its claims, in its order. */
export const SALIENCE_CLAIMS: DocumentClaims = {
  document: "Neural estimation of term salience",
  claims: [
    {
      id: "S0.1",
      claim: "S-KNRM is better than KNRM.",
      paper: "test MRR .213 → .237, p < .01",
      experiment: "X0-tab1",
    },
    {
      id: "S0.2",
      claim: "S-PACRR is better than PACRR.",
      paper: "test MRR .242 → .251, p < .01",
      experiment: "X0-tab1",
    },
    {
      id: "S0.3",
      claim: "S-ConvKNRM is better than ConvKNRM.",
      paper: "test MRR .254 → .271, p < .01",
      experiment: "X0-tab1",
    },
    {
      id: "S0.4",
      claim: "idf instead of salience makes KNRM slightly better.",
      paper: "test MRR .213 → .217",
      experiment: "X0-tab1",
    },
    {
      id: "S0.5",
      claim: "PACRR with idf is better than without, if only a little.",
      paper: "test MRR .242 → .242, dev .241 → .244",
      experiment: "X0-tab1",
    },
    {
      id: "S0.6",
      claim: "S-ConvKNRM is the best of all models.",
      paper: "test MRR .271",
      experiment: "X0-tab1",
      note: "Every other model is compared with S-ConvKNRM, corrected together: the claim holds if it is significantly better than all of them, and fails if one is significantly better than it.",
    },
    {
      id: "S0.7",
      claim: "S-ConvKNRM is better than BM25.",
      paper: "test MRR .192 → .271",
      experiment: "X0-tab1",
      note: "BM25 is tuned here: stop list, idf, k1 and b on dev. At the depth chosen on dev a harmful model does nothing, because that depth is 1; the full depth shows it. The paper’s model was trained on 40 million triples.",
    },
    {
      id: "S0.8",
      claim: "Most words have a salience above ½: histograms are skewed to high values.",
      paper: "Figure 2",
      experiment: "X0-fig2",
    },
    {
      id: "S0.9",
      claim: "The histogram of learned salience is smoother than that of idf.",
      paper: "Figure 2",
      experiment: "X0-fig2",
      note: "Smoothness is the total variation of the shares of 200 bins.",
    },
    {
      id: "S0.10",
      claim: "Learned salience and idf are positively correlated.",
      paper: "Spearman .10, .22, .23, p tiny",
      experiment: "X0-tab2",
    },
    {
      id: "S0.11",
      claim: "γ of S-ConvKNRM instead of idf makes BM25 better.",
      paper: "MRR .187 → .195",
      experiment: "X0-tab2",
    },
    {
      id: "S0.12",
      claim: "γ of S-PACRR is worse than idf in BM25.",
      paper: "MRR .187 → .113",
      experiment: "X0-tab2",
    },
    {
      id: "S0.13",
      claim: "γ is better than σ(γ) in BM25.",
      paper: "footnote 4",
      experiment: "X0-tab2",
    },
    {
      id: "S0.14",
      claim: "The tanh of Eq. 10 helps.",
      paper: "footnote 2",
      experiment: "X0-gates",
    },
    {
      id: "S0.15",
      claim: "Gating PACRR's features is better than gating its matrix.",
      paper: "section 3.2.3",
      experiment: "X0-gates",
    },
    {
      id: "S0.16",
      claim: "Gating PACRR's matrix gains over PACRR-noIDF.",
      paper: "section 3.2.3: little",
      experiment: "X0-gates",
    },
    {
      id: "S0.17",
      claim: "Learned salience is better than idf as a gate of KNRM.",
      paper: "test MRR .217 → .237",
      experiment: "X0-tab1",
    },
    {
      id: "S0.18",
      claim: "γ of S-KNRM is about as good as idf in BM25.",
      paper: "MRR .187 → .185",
      experiment: "X0-tab2",
      note: "Equal: the whole interval inside ±5 % of the mean with idf.",
    },
    {
      id: "S0.19",
      claim: "Almost all words have a salience near 1 in S-PACRR.",
      paper: "text to Figure 2",
      experiment: "X0-fig2",
      note: "Almost all: 90 % of the words. Near 1: above .9.",
    },
    {
      id: "S0.20",
      claim: "RM3 is better than BM25.",
      paper: "test MRR .192 → .194",
      experiment: "X0-tab1",
      note: "Both are tuned on dev.",
    },
    {
      id: "S0.21",
      claim:
        "The gate makes KNRM better, with a fixed scale of the features and with a learned one.",
      paper: "not separated by the paper",
      experiment: "X0-gates",
      note: "S-KNRM has a learned scale that KNRM lacks. The ablation has KNRM with neither, with the scale only, with the gate only, and with both.",
    },
    {
      id: "S0.22",
      claim:
        "The gate makes ConvKNRM better, with a fixed scale of the features and with a learned one.",
      paper: "not separated by the paper",
      experiment: "X0-gates",
    },
  ],
};

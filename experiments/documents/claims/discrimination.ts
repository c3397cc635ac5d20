/** A data table: the claims of the document on learning term discrimination. */

import type { DocumentClaims } from "./paper-claim.ts";

/** Its claims, in its order. */
export const DISCRIMINATION_CLAIMS: DocumentClaims = {
  document: "Learning term discrimination",
  claims: [
    {
      id: "S1.1",
      claim: "Scores are differentiable in w and b through idf, length and mean length.",
      paper: "Figure 1, Eq. 7–10",
      experiment: "X1-fig1",
      isExample: true,
    },
    {
      id: "S1.2",
      claim: "Learned weights are better than the plain model in nDCG@5 (our method of learning).",
      paper: "+1.5 to +7.3 points on newswire, 8 of 9 cells significant",
      experiment: "X1-tab2",
      note: "The newswire of the paper is licensed; these collections are free.",
    },
    {
      id: "S1.3",
      claim: "Learned weights are better than the plain model in nDCG@5 (the paper's method).",
      paper: "as above",
      experiment: "X1-tab2",
      note: "For hard pairs, the paper's hinge loss falls fastest by shrinking every weight; docs/discrimination-paper.md shows how our loss differs. On NFCorpus early stopping keeps the start, and what is lost is lost by idf from occurrences (Eq. 3), with which the method begins: the plain models with this idf rank alike.",
    },
    {
      id: "S1.4",
      claim: "At least 30 % of the postings can be dropped without a loss.",
      paper: "−32 to −47 % of the index",
      experiment: "X1-tab3",
      note: "No loss: the lower end of the interval of nDCG@5 above −1 %, at a confidence of 95 % for all rows of a collection together. With a hundred queries the interval is rarely that narrow. A row that prunes less than 30 % does not count.",
    },
    {
      id: "S1.5",
      claim: "Pruned indexes answer faster, exhaustively searched.",
      paper: "× 3 for BM25 on AP, about × 2 elsewhere",
      experiment: "X1-tab1",
      note: "Measured in processor time, to reduce the effect of other work on the machine. Lambda and epochs are those at which X1-tab3 prunes; with fewer epochs nothing was pruned. Only indexes that lost at least 5 % of their postings count. Faster: the whole interval above 1.1, over rounds that measure both indexes in turns, at 95 % for all models and stop lists of an outcome together. Outcomes without an interval are older than this rule and show nothing.",
      needsInterval: true,
    },
    {
      id: "S1.6",
      claim: "Learned values grow with idf.",
      paper: "named as future work",
      experiment: "X1-corr",
    },
    {
      id: "S1.7",
      claim: "LM is the slowest of the classical models.",
      paper: "683.8 ms against 147.4 and 207.0",
      experiment: "X1-tab1",
    },
    {
      id: "S1.8",
      claim: "Neural models that score every document are orders of magnitude slower.",
      paper: "> 10⁴ and > 10⁵ ms",
      experiment: "X1-tab1",
      note: "Orders of magnitude: more than a hundred times the slowest classical model. DRMM is near that limit on CISI, whose queries are long: 106 times in an earlier run with a shorter warm-up.",
    },
    {
      id: "S1.9",
      claim: "Dropout does not help term discrimination values.",
      paper: "section 3",
      experiment: "X1-dropout",
      modelWithoutEffect: "lm",
      note: "Not better: without dropout, the lower end of the interval of nDCG@5 above −1 %, at a confidence of 95 % for all rows of a collection together. A model whose method keeps the start in most parts shows nothing. By the paper's equations the weights of the language model nearly cancel (docs/discrimination-paper.md), so its rows show nothing either. The paper gives no figure to compare with.",
    },
    {
      id: "S1.10",
      claim: "The paper's method starts near the plain model.",
      paper: "section 3",
      experiment: "X1-tab2",
      note: "Equal: the whole interval of nDCG@5 inside ±5 % of the plain mean.",
    },
    {
      id: "S1.11",
      claim: "Learned weights are better than the plain model in Recall@1000.",
      paper: "+0.7 to +5.3 points, 4 of 9 cells significant",
      experiment: "X1-tab2",
    },
    {
      id: "S1.12",
      claim: "Few labels suffice for learned weights.",
      paper: "text to Table 2",
      experiment: "label-curves",
      note: "Few: at most 100 judged queries. The rule was made when the curves were known. p is corrected over all points of all collections.",
    },
    {
      id: "S1.13",
      claim: "DRMM, DUET and ConvKNRM are not better than learned weights on BM25.",
      paper: "never significantly better than TDV-BM25 or TDV-LM",
      experiment: "X1-tab2",
      note: "Holds where learned weights are better, fails where a neural model is. With a single seed the claim is not testable.",
    },
  ],
};

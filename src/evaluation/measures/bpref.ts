/**
 * Binary preference: how seldom judged non-relevant documents precede relevant ones.
 *
 * Buckley and Voorhees, SIGIR 2004, in the form trec_eval computes. Documents without a judgement
 * are ignored, so it suits incomplete judgements.
 */

import type { Measure } from "../measure.ts";
import { countRelevant } from "../ranking-grades.ts";

export const bpref: Measure = {
  name: "bpref",
  aliases: ["bpref"],
  summary: "how seldom judged non-relevant documents precede relevant ones",
  definition:
    "(1/R) · Σ over retrieved relevant of 1 − min(n, R) / min(N, R); n judged non-relevant above it, N in all",
  edges: "a term is 1 when n = 0; documents not judged are passed over; 0 when nothing is relevant",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",

  score(ranking, { rel }) {
    const relevant = countRelevant(ranking, rel);
    if (relevant === 0) return 0;
    const bound = Math.min(ranking.ideal.length - relevant, relevant);
    let above = 0;
    let sum = 0;
    for (let i = 0; i < ranking.grades.length; i++) {
      const grade = ranking.grades[i] as number;
      if (grade >= rel) sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / bound;
      else if (grade >= 0) above++;
    }
    return sum / relevant;
  },
};

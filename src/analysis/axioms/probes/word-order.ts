/**
 * Does the order of three query terms matter?
 *
 * The query a b c against documents of the same words that contain `a b c`, `c b a`, `b a c`, and
 * `a x b` with c far away, in neutral context. A ranker of single terms returns four equal scores.
 * SDM scores the ordered one highest, the reversed and the unordered equally, the separated one
 * lowest.
 */

import { createTestDocument, type TestCase, type TestedRanker } from "../axiom.ts";
import type { TermSampler } from "../term-sampler.ts";
import { computeMean, formatShortNumber, type ProbeResult } from "./probe.ts";

const PATTERNS = ["a b c", "c b a", "b a c", "a x b … c"] as const;
const BEFORE = 10;
const AFTER = 30;
const TOLERANCE = 1e-6;

export async function probeWordOrder(
  ranker: TestedRanker,
  sampler: TermSampler,
  draws: number,
): Promise<ProbeResult> {
  const cases = Array.from({ length: draws }, () => drawWordOrders(sampler));
  const scores = await ranker.score(cases);
  const rows = PATTERNS.map((pattern, i) => {
    const changes = scores.map((each) => {
      const [ordered, other] = [each[0] as number, each[i] as number];
      const isEqual = Math.abs(other - ordered) <= TOLERANCE * Math.max(1, Math.abs(ordered));
      return { change: other - ordered, sign: isEqual ? 0 : Math.sign(other - ordered) };
    });
    const share = (sign: number): string =>
      (changes.filter((each) => each.sign === sign).length / draws).toFixed(2);
    return [
      pattern,
      formatShortNumber(computeMean(scores.map((each) => each[i] as number))),
      formatShortNumber(computeMean(changes.map(({ change }) => change))),
      share(-1),
      share(0),
      share(1),
    ];
  });
  const isBlind = rows.every(([, , , , equal]) => equal === "1.00");
  return {
    id: "word-order",
    title: "Score of a b c in four orders",
    table: {
      header: ["order", "mean score", "less that of a b c", "below", "equal", "above"],
      rows,
      words: [0],
    },
    finding: isBlind ? "the order of words does not matter" : "the order of words matters",
  };
}

function drawWordOrders(sampler: TermSampler): TestCase {
  const terms = sampler.terms(3);
  const [a, b, c] = terms.map(({ word }) => word) as [string, string, string];
  const fillers = sampler.fillers(BEFORE + AFTER, terms);
  const [x = ""] = fillers.slice(BEFORE);
  const [before, after] = [fillers.slice(0, BEFORE), fillers.slice(BEFORE)];
  const documents = [
    [...before, a, b, c, ...after],
    [...before, c, b, a, ...after],
    [...before, b, a, c, ...after],
    [...before, a, x, b, ...after.slice(1), c],
  ];
  return { query: [a, b, c], documents: documents.map(createTestDocument) };
}

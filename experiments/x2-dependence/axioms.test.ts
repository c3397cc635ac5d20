import { expect, test } from "vitest";
import type { RankerResults } from "../../src/analysis/index.ts";
import { createFindings } from "./axioms.ts";

type Agreement = "agrees" | "differs" | "in part";

const createResults = (
  ranker: string,
  fillers: "neutral" | "natural",
  share: number,
  agreement: Agreement,
): RankerResults =>
  ({
    ...{ ranker, fillers, results: [], probes: [] },
    claims: [
      {
        ...{ axiom: "TFC1", claim: "more matches", agreement },
        measured: { share, verdict: "holds", instances: 1000 },
      },
    ],
  }) as unknown as RankerResults;

const createSeed = (share: number, agreement: Agreement): readonly RankerResults[] => [
  createResults("PACRR, trained", "natural", 1, "agrees"),
  createResults("PACRR, trained", "neutral", share, agreement),
];

test("a statement on the trained model needs every seed, with fillers that match nothing", () => {
  const sdm = [createResults("sdm", "natural", 1, "agrees")];
  const judge = (...seeds: readonly (readonly RankerResults[])[]): string | undefined =>
    createFindings("wikiqa", sdm, seeds)[1]?.verdict;
  expect(judge(createSeed(0.9, "agrees"), createSeed(0.8, "agrees"))).toBe("holds");
  expect(judge(createSeed(0.1, "differs"), createSeed(0.2, "differs"))).toBe("fails");
  expect(judge(createSeed(0.9, "agrees"), createSeed(0.2, "differs"))).toBe("not shown");
  const [classical, trained] = createFindings("wikiqa", sdm, [
    createSeed(0.9, "agrees"),
    createSeed(0.25, "differs"),
  ]);
  expect(classical).toEqual({
    ...{ claim: "S2.7", collection: "wikiqa", verdict: "holds" },
    measured: "sdm, TFC1 (more matches): holds, 1.00 of 1000",
  });
  expect(trained?.measured).toBe("PACRR, trained, TFC1 (more matches), by seed: 0.90 0.25 of 1000");
});

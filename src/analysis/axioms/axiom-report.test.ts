import { describe, expect, test } from "vitest";
import { createPairInstance } from "./axiom.ts";
import {
  createClaimTable,
  createDetailTable,
  createVerdictTable,
  formatCounterExample,
} from "./axiom-report.ts";
import { type AxiomResult, AxiomTally } from "./axiom-result.ts";
import type { RankerResults } from "./axiom-suite.ts";
import { checkClaims } from "./claims.ts";

/** An axiom with the given numbers of satisfied, tied and broken instances. */
function createResult(id: string, satisfied: number, ties: number, broken: number): AxiomResult {
  const tally = new AxiomTally({ id, isStrict: true });
  const instance = createPairInstance(["wing"], ["wing", "flow"], ["flow", "flow"]);
  for (let i = 0; i < satisfied; i++) tally.add(instance, [2, 1]);
  for (let i = 0; i < ties; i++) tally.add(instance, [1, 1]);
  for (let i = 0; i < broken; i++) tally.add(instance, [1, 2]);
  return tally.result;
}

function createRankerResults(
  ranker: string,
  fillers: "neutral" | "natural",
  results: AxiomResult[],
) {
  return { ranker, fillers, results, probes: [], claims: [] } satisfies RankerResults;
}

describe("tables of axioms", () => {
  test("show verdict, share and ties, and omit what the verdict implies", () => {
    const all = [
      createRankerResults("a", "natural", [
        createResult("X", 1000, 0, 0),
        createResult("Y", 58, 0, 42),
      ]),
      createRankerResults("b", "natural", [
        createResult("X", 0, 10, 0),
        createResult("Z", 999, 0, 1),
      ]),
      createRankerResults("c", "natural", [createResult("X", 0, 0, 0)]),
    ];
    const { header, rows } = createVerdictTable(all);
    expect(header).toEqual(["axiom", "a", "b", "c"]);
    expect(rows).toEqual([
      ["X", "holds", "violated .00, ties 1.00", "no instances"],
      ["Y", "conditional .58", "–", "–"],
      ["Z", "–", "conditional .999", "–"],
    ]);
  });

  test("label the kinds of fillers if a ranker was tested with both", () => {
    const all = [
      createRankerResults("a", "neutral", []),
      createRankerResults("a", "natural", []),
      createRankerResults("b", "natural", []),
    ];
    expect(createVerdictTable(all).header).toEqual([
      "axiom",
      "a (neutral fillers)",
      "a (natural fillers)",
      "b",
    ]);
  });

  test("show counts and interval in detail", () => {
    const { rows } = createDetailTable(
      createRankerResults("a", "natural", [createResult("X", 7, 1, 2)]),
    );
    // Wilson's interval of 7 of 10
    expect(rows).toEqual([["X", "conditional", "10", "7", "1", "0.700", "0.397 – 0.892"]]);
  });
});

describe("a counter-example", () => {
  test("shows the query, both documents with query terms in capitals, and their scores", () => {
    expect(formatCounterExample(createResult("X", 0, 0, 1))).toEqual([
      "X: 1.000000 should be above 2.000000",
      "  query    wing",
      "  above    WING flow [2 words; 1 wing] (1.000000)",
      "  below    flow flow [2 words; 0 wing] (2.000000)",
    ]);
  });

  test("is one line if all scores are equal, and empty if the axiom holds", () => {
    expect(formatCounterExample(createResult("X", 0, 3, 0))).toEqual([
      "X: all 3 instances have equal scores",
    ]);
    expect(formatCounterExample(createResult("X", 3, 0, 0))).toEqual([]);
  });
});

describe("claims", () => {
  const results = [
    createResult("TFC1", 1000, 0, 0),
    createResult("TFC2", 600, 0, 400),
    createResult("TDC-2011", 1000, 0, 0),
    createResult("LNC1", 0, 0, 10),
    createResult("LNC2", 10, 0, 0),
  ];

  test("are compared with the measurements", () => {
    const claims = checkClaims("sdm", results);
    expect(claims.map(({ axiom, agreement }) => [axiom, agreement])).toEqual([
      ["TFC1", "agrees"],
      ["TFC2", "in part"],
      ["TDC-2011", "differs"], // claimed to fail
      ["LNC1", "differs"],
      ["LNC2", "open"], // too few instances for a verdict
    ]);
    expect(checkClaims("pacrr", results).map(({ agreement }) => agreement)).toEqual([
      "agrees",
      "in part",
      "open", // no claim
      "differs",
      "open",
    ]);
    expect(checkClaims("bm25", results)).toEqual([]);
  });

  test("have a table only if there are any", () => {
    expect(createClaimTable([createRankerResults("a", "natural", results)])).toBeUndefined();
    const sdm = {
      ...createRankerResults("sdm", "natural", results),
      claims: checkClaims("sdm", results),
    };
    expect(createClaimTable([sdm])?.rows[2]).toEqual([
      "sdm",
      "TDC-2011",
      "fails: cf/|C| is not used to discriminate; |C|/cf would be",
      "holds",
      "differs",
    ]);
  });
});

import { describe, expect, test } from "vitest";
import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";
import { type ClaimScope, combineVerdicts } from "./claim-verdict.ts";

/** `wikiqa holds` is a finding on a collection, `holds` one without. */
const judge = (texts: readonly string[], scope?: ClaimScope): string =>
  combineVerdicts(
    texts.map((text): Finding => {
      const [, collection, verdict] = /^(?:([a-z]+): )?(.+)$/.exec(text) ?? [];
      return {
        ...{ claim: "x", measured: "", verdict: verdict as ClaimVerdict },
        ...(collection === undefined ? {} : { collection }),
      };
    }),
    scope,
  );

describe("the verdict on a claim", () => {
  test.each([
    [["a: holds", "b: holds", "c: not shown"], "holds"],
    [["a: holds", "b: holds", "c: not testable here"], "holds"],
    [["a: holds", "a: holds", "b: not shown"], "holds on one"],
    [["a: holds", "b: holds", "c: fails"], "mixed"],
    [["a: holds", "a: fails"], "mixed"],
    [["a: fails", "b: not shown"], "fails"],
    [["a: not shown", "b: not testable here"], "not shown"],
    [["a: not testable here"], "not testable here"],
    [[], "not testable here"],
  ] as const)("of %j is %s", (findings, expected) => {
    expect(judge(findings)).toBe(expected);
  });

  test("of a worked example is that it was demonstrated, or fails", () => {
    expect(judge(["holds"], { isExample: true })).toBe("demonstrated");
    expect(judge(["fails"], { isExample: true })).toBe("fails");
    expect(judge(["holds", "fails"], { isExample: true })).toBe("mixed");
  });

  test("needs one collection if the claim names it", () => {
    expect(judge(["a: holds"], { namesCollection: true })).toBe("holds");
    expect(judge(["a: holds", "a: fails"], { namesCollection: true })).toBe("mixed");
  });
});

import { expect, test } from "vitest";
import { EXPERIMENTS } from "../index.ts";
import { explainVerdict } from "./changed-verdicts.ts";
import { FORMER_VERDICTS, VERDICTS_OF_2026_11_18 } from "./claims/former-verdicts.ts";
import { PAPER_CLAIMS } from "./claims/index.ts";
import { estimateRequiredQueries, renderClaimsPage } from "./claims-page.ts";
import { collectFindings } from "./judge-claim.ts";

const finding = { claim: "S0.1", measured: "", verdict: "not shown", p: 0.4 } as const;

test("a difference that is not shown reports how many times the queries it would need", () => {
  // Half the interval is four times the mean, and halves with four times the queries.
  expect(estimateRequiredQueries({ ...finding, difference: [0.01, -0.03, 0.05] })).toBe(
    "16 × queries",
  );
  expect(estimateRequiredQueries({ ...finding, difference: [-0.02, -0.05, 0.01] })).toBe(
    "2.3 × queries",
  );
  expect(estimateRequiredQueries({ ...finding, difference: [0.001, -0.049, 0.051] })).toBe(
    "> 1,000 × queries",
  );
});

test("an interval that excludes 0 fails only by the correction; settled claims and claims without an interval get no estimate", () => {
  expect(estimateRequiredQueries({ ...finding, difference: [0.02, 0.001, 0.039] })).toBe(
    "corrected p alone",
  );
  expect(estimateRequiredQueries({ ...finding, difference: [0, 0, 0] })).toBe("no difference");
  expect(estimateRequiredQueries(finding)).toBe("");
  expect(
    estimateRequiredQueries({ ...finding, difference: [0.1, 0.05, 0.15], verdict: "holds" }),
  ).toBe("");
});

test("claims whose verdict changed are listed with both verdicts and the reason", () => {
  const page = renderClaimsPage(EXPERIMENTS, []);
  // Nothing is stored: S0.1, which held, is not run; S4.8 was not testable and still is.
  expect(page).toMatch(/\| \[S0\.1\]\(#s01\) +\| holds +\| not run +\| no outcome of full size/);
  expect(page.slice(page.indexOf("## Changed verdicts"))).not.toMatch(/^\| \[S4\.8\]/m);
});

test("a claim that needs an interval is not shown by findings without one", () => {
  const claim = { id: "S1.5", claim: "", paper: "", experiment: "X1-tab1" };
  const faster = { ...finding, claim: "S1.5", verdict: "holds" } as const;
  const measured = { ...faster, difference: [0.5, 0.2, 0.8] } as const;
  const outcome = {
    ...{ experiment: "X1-tab1", title: "", data: {}, configuration: {}, tables: [] },
    ...{ made: { version: "1", platform: "" }, findings: [faster, measured] },
  };
  const judge = (needsInterval?: true): readonly string[] =>
    collectFindings({ ...claim, ...(needsInterval && { needsInterval }) }, [outcome]).map(
      ({ verdict }) => verdict,
    );
  expect(judge()).toEqual(["holds", "holds"]);
  expect(judge(true)).toEqual(["not shown", "holds"]);
});

test("findings of a model on which learned values have no effect show nothing", () => {
  const of = (model: string) =>
    ({ ...finding, claim: "S1.9", measured: `${model}, nDCG@5`, verdict: "holds" }) as const;
  const outcome = {
    ...{ experiment: "X1-dropout", title: "", data: {}, configuration: {}, tables: [] },
    ...{ made: { version: "1", platform: "" }, findings: [of("lm"), of("bm25")] },
  };
  const claim = { id: "S1.9", claim: "", paper: "", experiment: "X1-dropout" };
  const judge = (modelWithoutEffect?: string): readonly string[] =>
    collectFindings({ ...claim, ...(modelWithoutEffect && { modelWithoutEffect }) }, [outcome]).map(
      ({ verdict }) => verdict,
    );
  expect(judge()).toEqual(["holds", "holds"]);
  expect(judge("lm")).toEqual(["not shown", "holds"]);
});

test.each([
  ["of quick size", FORMER_VERDICTS],
  ["of full size", VERDICTS_OF_2026_11_18],
])("a former verdict %s is that of a claim that exists", (_, verdicts) => {
  const ids = PAPER_CLAIMS.flatMap(({ claims }) => claims.map(({ id }) => id));
  const former = Object.values(verdicts).flatMap((text) => text.split(" "));
  expect(former.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(former).size).toBe(former.length);
});

test("the reason of a changed verdict is a finding that decides it", () => {
  const of = (verdict: "holds" | "fails" | "not shown", measured: string) =>
    ({ ...finding, collection: "toy", verdict, measured }) as const;
  const findings = [of("not shown", "a"), of("holds", "b"), of("fails", "c"), of("holds", "d")];
  expect(explainVerdict("mixed", findings, [])).toBe(
    ", on toy: holds in 2 of 4, such as toy: b; fails in 1 of 4, such as toy: c",
  );
  expect(explainVerdict("holds on one", findings, [])).toContain("such as toy: b");
  expect(explainVerdict("not shown", findings, [])).toContain(
    "not shown in 1 of 4, such as toy: a",
  );
});

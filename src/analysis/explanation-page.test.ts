import { expect, test } from "vitest";
import type { PairExplanation } from "../reranking/index.ts";
import { renderExplanationPage } from "./explanation-page.ts";

const EXPLANATION: PairExplanation = {
  model: "s-knrm",
  score: 1.25,
  query: [{ word: "<b>", salience: 0.9 }],
  document: [{ word: "wool", salience: 0.5 }, {}],
  matches: [Float64Array.of(0.8, -0.25)],
  gated: [Float64Array.of(0.36, 0)],
  kernels: [{ name: "0.9", feature: 0.5, weight: 2.5 }],
  contributions: [1.25],
  ngrams: [{ query: 1, document: 2, rows: [[{ place: 0, value: 0.5 }]] }],
  windows: [[[{ place: 1, value: 0.75, gate: 0.25 }]]],
};

test("shows the matrices, saliences, the kernels and the kept matches", () => {
  const page = renderExplanationPage(EXPLANATION, "q → d");
  expect(page.match(/class="matrix"/g)).toHaveLength(2);
  expect(page).toContain('title="&lt;b&gt; · wool: 0.800"');
  expect(page).toContain("rgba(213,94,0,0.250)"); // a negative match is red
  expect(page).toContain("<td>wool</td><td>0.500</td>");
  expect(page).toContain("<td>0.9</td><td>0.5000</td><td>2.5000</td><td>1.2500</td>");
  expect(page).toContain("(unknown) at 2: 0.750 × 0.250");
  expect(page).toContain("<td>1 × 2</td><td>&lt;b&gt;</td><td>wool (unknown) at 1: 0.500</td>");
  expect(page).toContain("<td>sum</td><td>1.2500</td>");
  expect(page).not.toContain("<b>");
});

test("adds the biases of a network to the contributions of the words", () => {
  const page = renderExplanationPage({ ...EXPLANATION, contributions: [1], rest: 0.25 }, "t");
  expect(page).toContain("<td>(biases of the network)</td><td>0.2500</td>");
  expect(page).toContain("<td>sum</td><td>1.2500</td>");
});

test("shows the change of the score without each word, the largest first", () => {
  const { contributions: _, ...rest } = EXPLANATION;
  const page = renderExplanationPage(
    { ...rest, occlusion: { query: [0.25], document: [0.5, -1] } },
    "t",
  );
  const rows = [
    ...page.matchAll(/<td>(query|document)<\/td><td>[^<]*<\/td><td>\d<\/td><td>([^<]*)/g),
  ];
  expect(rows.map(([, text, change]) => [text, change])).toEqual([
    ["document", "-1.0000"],
    ["document", "0.5000"],
    ["query", "0.2500"],
  ]);
  expect(page).toContain("do not add up");
});

test("omits parts that the model does not provide", () => {
  const { model, score, matches } = EXPLANATION;
  const bare = { model, score, matches };
  const page = renderExplanationPage({ ...bare, query: [{ word: "red" }], document: [{}] }, "t");
  expect(page.match(/<h2>/g)).toHaveLength(1);
});

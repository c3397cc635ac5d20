/**
 * Every measured number in README.md and docs/ has a source, which measured-numbers.json names by
 * page: a stored file, which is searched for it, or in words what stands behind it. A number that is
 * changed or added by hand is not listed, and one that is removed is listed in vain.
 *
 * Numbers of effectiveness have three or four digits after the point; on pages of results
 * percentages and ratios are searched too. Generated blocks, code and settings in code are not
 * searched: other tests have them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import listed from "./measured-numbers.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");

/** Pages that are generated as a whole. */
const GENERATED = ["docs/claims.md", "docs/replication.md"];

/** Pages that report measurements, beside descriptions and rules. */
const OF_RESULTS = [
  "README.md",
  ...[
    ..."coming-from discrimination discrimination-paper effectiveness embeddings fields".split(" "),
    ..."hybrid opensearch performance search-speed site tensor typing".split(" "),
  ].map((name) => `docs/${name}.md`),
];

/** `.3553`, `0.3553`: not a part of a longer number, a version or a word. */
const FRACTION = /(?<![\d.\w])0?(\.\d{3,4})(?!\.?\d)/g;

/** `7 %`, `2 to 22 %`, `5.8 and 6.4 times`, `1.26x`; `k = 10 and 2 times` has one. */
const RATIO = /(?<![\d.,\w]|= )(\d[\d,.]*(?: (?:to|and|or) \d[\d,.]*)*)( %| times\b|[×x](?!\w))/g;

/** The measured numbers of a text, sorted, without its code and generated blocks. */
function findNumbers(text: string, isOfResults: boolean): readonly string[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/<!-- (\S+): [\s\S]*?<!-- \/\1 -->/g, "")
    .replaceAll(/`[^`\n]*`/g, "");
  const fractions = [...prose.matchAll(FRACTION)].map(([, number = ""]) => number);
  const ratios = [...prose.matchAll(RATIO)].flatMap(([, numbers = "", unit]) =>
    numbers
      .split(/ (?:to|and|or) /)
      .map((each) => `${each.replaceAll(",", "")}${unit === " %" ? " %" : " times"}`),
  );
  return [...fractions, ...(isOfResults ? ratios : [])].sort();
}

/** All numbers of a file, at three and four digits after the point. */
function readStoredNumbers(path: string): ReadonlySet<string> {
  const stored = new Set<string>();
  for (const [number] of readFileSync(join(root, path), "utf8").matchAll(/\d*\.\d{3,}/g)) {
    for (const places of [3, 4]) stored.add(Number(number).toFixed(places).replace(/^0/, ""));
  }
  return stored;
}

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
].filter((path) => path.endsWith(".md") && !GENERATED.includes(path));

const sources: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = listed;
const byFile = Object.entries(sources).flatMap(([page, bySource]) =>
  Object.entries(bySource)
    .filter(([source]) => /^(?:experiments|bench)\/\S+\.json$/.test(source))
    .map(([source, numbers]) => [page, source, numbers] as const),
);

describe("measured numbers", () => {
  test.each(pages)(
    "of %s are those listed in measured-numbers.json, each with its source",
    (path) => {
      const found = findNumbers(readFileSync(join(root, path), "utf8"), OF_RESULTS.includes(path));
      const expected = Object.values(sources[path] ?? {}).flat();
      expect(found).toEqual(expected.sort());
    },
  );

  test.each(byFile)("%s: those of %s are in it", (_, source, numbers) => {
    const stored = readStoredNumbers(source);
    expect(numbers.filter((each) => !stored.has(each))).toEqual([]);
  });

  test("pages that are listed exist", () => {
    expect(Object.keys(sources).filter((path) => !pages.includes(path))).toEqual([]);
  });

  test("are found in sentences, and neither in code nor in generated blocks", () => {
    const text = [
      "AP rises from .3553 to 0.361, at version 1.234 and `k1=0.123`, or to .377.",
      "It takes 2 to 2.5 times as long for k = 10 and 3 times for 1,000, in 1,100 % and 1.26x.",
      "```\n0.999\n```",
      "<!-- x: made by y -->\n.888\n<!-- /x -->",
    ].join("\n");
    expect(findNumbers(text, false)).toEqual([".3553", ".361", ".377"]);
    expect(findNumbers(text, true)).toEqual(
      [".3553", ".361", ".377", "2 times", "2.5 times", "3 times", "1100 %", "1.26 times"].sort(),
    );
  });
});

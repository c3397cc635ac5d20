/**
 * Every number of effectiveness in README.md and docs/ has a stored outcome behind it. Such numbers
 * have three or four digits after the point and no zero before it, or stand in a table of measures.
 * Generated blocks, code and settings in code are not searched: other tests have them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Numbers without a stored outcome, with what stands behind them instead. */
const OTHER_SOURCES: readonly (readonly [path: string, numbers: string, source: string])[] = [
  [
    "docs/coming-from.md",
    ".937 .914 .861",
    "our own judgements in examples/data/shop-queries.json",
  ],
  ["docs/coming-from.md", ".862 .917 .964", "bench/peers/shop/compare.mjs, on the same judgements"],
  [
    "docs/discrimination.md",
    ".3751 .3684 .4169 .4211 .4502 .3413 .3379 .5250 .5080 .7985 .7992 .6522 .6491 .1740 .1717",
    "npm run bench -- pruned-index",
  ],
  [
    "docs/discrimination.md",
    ".3972 .3953 .4957 .3415 .3412 .2975 .2900 .2973",
    "npm run bench -- one-ranking",
  ],
  ["docs/effectiveness.md", ".2965", "Terrier's documentation, named beside it"],
  ["docs/embeddings.md", ".301 .287", "npm run bench -- embeddings"],
  ["docs/opensearch.md", ".3552 .3526 .3287 .3286 .1579 .1581", "a cluster, as the page describes"],
  ["docs/site.md", ".310 .307 .296 .817 .764 .535 .406 .269", "npm run bench -- site"],
];

/** Pages that are generated as a whole. */
const GENERATED = ["docs/claims.md", "docs/replication.md"];

/** `.3553`, `0.3553`: not a part of a longer number, a version or a word. */
const NUMBER = /(?<![\d.\w])0?(\.\d{3,4})(?!\.?\d)/g;

/** The measured numbers of a text, without its code and generated blocks. */
function findNumbers(text: string): readonly string[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/<!-- (\S+): [\s\S]*?<!-- \/\1 -->/g, "")
    .replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(NUMBER)].map(([, number = ""]) => number);
}

/**
 * All numbers of stored outcomes, as written and at three and four digits. Results of benchmarks
 * have so many digits of times that every number would be among them.
 */
function readStoredNumbers(): ReadonlySet<string> {
  const stored = new Set<string>();
  const folder = join(root, "experiments/outcomes");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const [, digits = ""] of text.matchAll(/(?<!\d)0?(\.\d{3,})/g)) {
      for (const places of [3, 4]) stored.add(Number(digits).toFixed(places).replace(/^0/, ""));
    }
  }
  return stored;
}

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
].filter((path) => path.endsWith(".md") && !GENERATED.includes(path));

describe("numbers in documents", () => {
  const stored = readStoredNumbers();

  test.each(pages)("%s has no measured number without a stored outcome", (path) => {
    const others = OTHER_SOURCES.filter(([page]) => page === path);
    const allowed = others.flatMap(([, numbers]) => numbers.split(" "));
    const found = findNumbers(readFileSync(join(root, path), "utf8"));
    expect(found.filter((each) => !stored.has(each) && !allowed.includes(each))).toEqual([]);
  });

  test.each(OTHER_SOURCES)(
    "%s has the numbers of other sources that it is allowed: %s",
    (path, numbers) => {
      const found = findNumbers(readFileSync(join(root, path), "utf8"));
      expect(numbers.split(" ").filter((each) => !found.includes(each))).toEqual([]);
    },
  );

  test("are found in sentences, and neither in code nor in generated blocks", () => {
    const text = [
      "AP rises from .3553 to 0.361, at version 1.234 and `k1=0.123`, or to .377.",
      "```\n0.999\n```",
      "<!-- x: made by y -->\n.888\n<!-- /x -->",
    ].join("\n");
    expect(findNumbers(text)).toEqual([".3553", ".361", ".377"]);
  });
});

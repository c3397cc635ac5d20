import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Analyzer,
  type AnalyzerOptions,
  applySearchDefaults,
  openAnalyzer,
} from "../../text/index.ts";
import { Schema } from "../schema/index.ts";
import type { IndexableDocument } from "./check-document.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import { FormKernel } from "./form-kernel.ts";

let kernel: FormKernel;

beforeAll(async () => {
  kernel = (await FormKernel.open()) as FormKernel;
  expect(kernel).toBeInstanceOf(FormKernel);
});

const analyses: Readonly<Record<string, AnalyzerOptions>> = {
  plain: {},
  everyday: applySearchDefaults(),
  "joined apostrophes": { apostrophes: "join", compounds: true },
  "split apostrophes": { apostrophes: "split" },
  "folded accents": { foldAccents: true },
  punctuation: { keepPunctuation: true },
};

const anyPart = fc.oneof(
  fc.constantFrom("a", "b", "Z", "n't", "s", "ll", "t", "re", "7", "42", "U", "don't", "it's"),
  fc.constantFrom("'", ".", ",", "-", "_", " ", "\n", "\u2019", "\u2010", "\u0000", "\ud800"),
  fc.constantFrom(
    "é",
    "e\u0301",
    "ß",
    "İ",
    "½",
    "Σ",
    "ड",
    "日本語",
    "한국어",
    "\u{1f600}",
    "♥",
    "©",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const anyText = fc.array(anyPart, { maxLength: 30 }).map((parts) => parts.join(""));

describe.each(Object.entries(analyses))("FormKernel, %s", (_, options) => {
  test("numbers the tokens of any texts as the analyzer and a FormTable do", async () => {
    const analyzer = await openAnalyzer(options);
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (texts) => {
        const documents = texts.map((text, i) => ({ id: `${i}`, title: "It's", text }));
        const read = (used?: FormKernel): DocumentBatch =>
          readBatch(documents, analyzer, { stored: false, kernel: used });
        expect(read(kernel)).toEqual(read());
      }),
      { numRuns: 400 },
    );
  });
});

test("separates fields and values as without the kernel", async () => {
  const analyzer = await openAnalyzer();
  const own = await openAnalyzer({ stemmer: "none", apostrophes: "join" });
  const schema = Schema.parse({ name: { type: "text" }, tags: { type: "text" } });
  const documents = [
    { id: "1", fields: { name: "Ann's map", tags: ["red map", "été"] } },
    { id: "2", fields: { tags: ["red", "map", "one"] } },
  ];
  const options = { stored: true, schema, analyzers: new Map([[2, own]]) };
  const plain = readBatch(documents, analyzer, options);
  expect(readBatch(documents, analyzer, { ...options, kernel })).toEqual(plain);
});

test("reads texts and words that are longer than its memory", async () => {
  const analyzer = await openAnalyzer();
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i} wi-fi`).join(" ");
  const documents = [
    { id: "1", text: words },
    { id: "2", text: "x".repeat(700_000) },
    { id: "3", text: `${"é".repeat(300)} ${"y".repeat(256)} ${"a'b".repeat(200)}` },
  ];
  expectSameNumbers(readBatch(documents, analyzer, { stored: false, kernel }), documents, analyzer);
});

test("leaves a batch with too many forms to the table", async () => {
  const analyzer = await openAnalyzer({ stemmer: "none" });
  const text = Array.from({ length: 1 << 14 }, (_, i) => i.toString(36)).join(" ");
  const documents = Array.from({ length: 70 }, (_, d) => ({
    id: `${d}`,
    text: text.replaceAll(" ", `x${d} `),
  }));
  const batch = readBatch(documents, analyzer, { stored: false, kernel });
  expect(batch.forms.ends.length).toBeGreaterThan(1 << 20);
  expectSameNumbers(batch, documents, analyzer);
});

/** Compares bytes, because the tests' comparison of long arrays is slow. */
function expectSameNumbers(
  { tokens, ends, forms }: DocumentBatch,
  documents: readonly IndexableDocument[],
  analyzer: Analyzer,
): void {
  const plain = readBatch(documents, analyzer, { stored: false });
  for (const [one, other] of [
    [tokens, plain.tokens],
    [ends, plain.ends],
    [forms.bytes, plain.forms.bytes],
    [forms.ends, plain.forms.ends],
    [forms.hashes, plain.forms.hashes],
  ] as const) {
    expect(Buffer.compare(new Uint8Array(one.buffer), new Uint8Array(other.buffer))).toBe(0);
  }
}

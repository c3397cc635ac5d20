import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTokenizer } from "./tokenizer-file.ts";
import { type Truncation, WordPieces } from "./word-pieces.ts";

/** Written by test/reference/word-pieces.py. */
interface Reference {
  readonly tokenizers: Readonly<Record<"uncased" | "cased", object>>;
  readonly cases: readonly {
    readonly text: string;
    readonly uncased: readonly number[];
    readonly cased: readonly number[];
  }[];
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly longest: number;
    readonly strategy: string;
    readonly ids: readonly number[];
    readonly sides: readonly number[];
  }[];
}

const reference = JSON.parse(
  readFileSync(new URL("../../../test/reference/word-pieces.json", import.meta.url), "utf8"),
) as Reference;

const openWordPieces = (name: "uncased" | "cased"): WordPieces =>
  readTokenizer(new TextEncoder().encode(JSON.stringify(reference.tokenizers[name])), name);

describe("equals Hugging Face's tokenizers:", () => {
  test.each(["uncased", "cased"] as const)("texts of all kinds are split, %s", (name) => {
    const pieces = openWordPieces(name);
    expect(reference.cases.length).toBeGreaterThanOrEqual(200);
    for (const { text, [name]: expected } of reference.cases) {
      expect(pieces.encode(text), JSON.stringify(text)).toEqual(expected);
    }
  });

  test("pairs have special tokens and are truncated together", () => {
    const pieces = openWordPieces("uncased");
    for (const { first, second, longest, strategy, ids, sides } of reference.pairs) {
      const truncation = strategy.replace("_", "-") as Truncation;
      const encodedPair = pieces.encodePair(first, second, { longest, truncation });
      const label = `${first.split(" ").length} and ${second.split(" ").length} in ${longest}`;
      expect([...encodedPair.first, ...encodedPair.second], label).toEqual(ids);
      expect(encodedPair.first.length, label).toBe(sides.filter((side) => side === 0).length);
      const uncutLength = pieces.encode(first).length + pieces.encode(second).length + 3;
      expect(encodedPair.isCut, label).toBe(uncutLength > longest);
    }
  });
});

test("a first text that leaves no space is rejected if only the second is truncated", () => {
  const options = { longest: 8, truncation: "only-second" } as const;
  expect(() => openWordPieces("uncased").encodePair("a b c d e", "f", options)).toThrow(
    "a first text of 5 pieces leaves no space for the second in 5",
  );
});

test("a text of 100,000 characters is split quickly, and a word of that length is unknown", () => {
  const pieces = openWordPieces("uncased");
  const unknown = pieces.encode("☃")[0];
  expect(pieces.encode("x".repeat(100_000))).toEqual([unknown]);
  expect(pieces.encode("the, ".repeat(20_000))).toHaveLength(40_000);
});

test("a vocabulary without the special tokens is rejected", () => {
  const { settings } = openWordPieces("uncased");
  const vocabulary = new Map([...settings.vocabulary].filter(([piece]) => piece !== "[SEP]"));
  expect(() => new WordPieces({ ...settings, vocabulary })).toThrow(
    "the vocabulary of pieces lacks [SEP]",
  );
});

describe("a tokenizer is rejected if", () => {
  const file = reference.tokenizers.uncased as Readonly<Record<string, object>>;
  const read = (overrides: object) => () =>
    readTokenizer(new TextEncoder().encode(JSON.stringify({ ...file, ...overrides })), "t.json");
  const template = [
    { SpecialToken: { id: "<s>", type_id: 0 } },
    { Sequence: { id: "A", type_id: 0 } },
    { SpecialToken: { id: "</s>", type_id: 0 } },
    { Sequence: { id: "B", type_id: 0 } },
    { SpecialToken: { id: "</s>", type_id: 0 } },
  ];
  test.each<[string, object, string]>([
    ["its model is of another type", { model: { type: "BPE" } }, "its model is BPE, not WordPiece"],
    [
      "its normaliser is another",
      { normalizer: { type: "NFC" } },
      "its normalizer is NFC, not BertNormalizer",
    ],
    ["it splits nothing", { pre_tokenizer: null }, "its pre_tokenizer is nothing"],
    [
      "its special tokens stand elsewhere in a pair",
      { post_processor: { type: "TemplateProcessing", pair: template } },
      "its pairs are <s>:0 A:0 </s>:0 B:0 </s>:0, not <s>:0 A:0 </s>:0 B:1 </s>:1",
    ],
    [
      "it has no special tokens",
      { post_processor: { type: "ByteLevel" } },
      "its post_processor is ByteLevel, not TemplateProcessing or BertProcessing",
    ],
    [
      "its ids have gaps",
      { model: { ...file.model, vocab: { "[UNK]": 0, "[CLS]": 1, "[SEP]": 3 } } },
      "its 3 pieces need the ids 0 to 2",
    ],
    [
      "it lacks the unknown piece",
      { model: { ...file.model, vocab: { "[CLS]": 0, "[SEP]": 1 } } },
      "the vocabulary of pieces lacks [UNK]",
    ],
    [
      "it has a piece that needs the normal text",
      { added_tokens: [{ id: 1, content: "<x>", normalized: true }] },
      "its added token <x> is normalized or single_word",
    ],
  ])("%s", (_name, overrides, message) => {
    expect(read(overrides)).toThrow(message);
    expect(read(overrides)).toThrow("t.json is not a tokenizer of BERT's kind");
  });

  test("it is not JSON", () => {
    expect(() => readTokenizer(new TextEncoder().encode("{"), "t.json")).toThrow("it is not JSON");
    expect(() => readTokenizer(new TextEncoder().encode("[]"), "t.json")).toThrow(
      "it is not an object",
    );
  });
});

test("the older form of post-processor names the same special tokens", () => {
  const processor = { type: "BertProcessing", cls: ["[CLS]", 3], sep: ["[SEP]", 4] };
  const text = JSON.stringify({ ...reference.tokenizers.uncased, post_processor: processor });
  const pieces = readTokenizer(new TextEncoder().encode(text), "t.json");
  expect(pieces.specialTokens).toEqual(openWordPieces("uncased").specialTokens);
});

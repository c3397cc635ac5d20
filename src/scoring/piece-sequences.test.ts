import { beforeAll, describe, expect, test } from "vitest";
import { createTinyTokenizer, encodeJson } from "../models/bert/tiny-bert.contract.ts";
import { readTokenizer, type WordPieces } from "../models/index.ts";
import { PieceSequences } from "./piece-sequences.ts";
import { createTrainingFixture, type TrainingFixture } from "./training-fixture.contract.ts";

// Five special tokens, 26 letters, 26 letters that continue: "the" is 57, "red" 58, "paint" 59.
const WORDS = ["the", "red", "paint", "is", "of", "crimson"];
const [CLS, SEP, THE, RED, PAINT, IS, OF, CRIMSON] = [3, 4, 57, 58, 59, 60, 61, 62];

let fixture: TrainingFixture;
let pieces: WordPieces;
beforeAll(async () => {
  fixture = await createTrainingFixture();
  pieces = readTokenizer(encodeJson(createTinyTokenizer(WORDS)), "tokenizer.json");
});

describe("word pieces", () => {
  test("of a query are between special tokens, those of a document before one", async () => {
    const sequences = new PieceSequences(fixture.snapshot, pieces);
    expect([...sequences.query("Red paint")]).toEqual([CLS, RED, PAINT, SEP]);
    expect([...sequences.text("of the red")]).toEqual([OF, THE, RED, SEP]);
    const document = fixture.snapshot.find("crimson-paint") as number;
    expect([...(await sequences.document(document))]).toEqual([THE, PAINT, IS, OF, CRIMSON, SEP]);
  });

  test("of long texts are truncated but keep their special tokens, and are counted once", async () => {
    const lengths = { queryLength: 3, documentLength: 4 };
    const sequences = new PieceSequences(fixture.snapshot, pieces, lengths);
    expect([...sequences.query("red paint of crimson")]).toEqual([CLS, RED, SEP]);
    const document = fixture.snapshot.find("crimson-paint") as number;
    for (let i = 0; i < 2; i++) {
      expect([...(await sequences.document(document))]).toEqual([THE, PAINT, IS, SEP]);
    }
    expect([...sequences.text("red ".repeat(100_000))]).toEqual([RED, RED, RED, SEP]);
    expect(sequences.queryCounts).toEqual({ read: 1, cut: 1, empty: 0 });
    expect(sequences.documentCounts).toEqual({ read: 2, cut: 2, empty: 0 });
  });

  test("of empty texts are the special tokens alone", () => {
    const sequences = new PieceSequences(fixture.snapshot, pieces);
    expect([...sequences.query("")]).toEqual([CLS, SEP]);
    expect([...sequences.text(" ")]).toEqual([SEP]);
    expect(sequences.documentCounts).toEqual({ read: 1, cut: 0, empty: 1 });
  });

  test("have a length of at least 1", () => {
    expect(() => new PieceSequences(fixture.snapshot, pieces, { queryLength: 0 })).toThrow(
      "queryLength must be a whole number ≥ 1, got 0",
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GrowingBytes, isWellFormed } from "../../common/bytes/index.ts";
import {
  chooseWords,
  countCodes,
  splitText,
  WordCodeDecoder,
  WordCodeEncoder,
} from "./word-codes.ts";

const encode = (encoder: WordCodeEncoder, text: string): Uint8Array => {
  const out = new GrowingBytes();
  encoder.encode(text, out);
  return out.view();
};

const countWords = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const part of splitText(text)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
};

describe("word codes", () => {
  test("have one byte for the first words, two for the others, and spell the rest", () => {
    const encoder = new WordCodeEncoder({ singles: 2, words: [", ", "to", "be", "not"] });
    expect([...encode(encoder, "to be, not to")]).toEqual([1, 2, 0, 0, 2, 1, 1]);
    expect([...encode(encoder, "or to")]).toEqual([255, 2, 111, 114, 1]);
  });

  test("write a space only if it is not between two words", () => {
    expect([...splitText("a b")]).toEqual(["a", "b"]);
    expect([...splitText(" a  b ")]).toEqual([" ", "a", "  ", "b", " "]);
    expect([...splitText(" ")]).toEqual([" "]);
  });

  test("restore every text, whatever the words are", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 }).filter((each) => {
      return isWellFormed(each);
    });
    const word = fc.constantFrom("to", "be", "or", "not", " ", "  ", ", ", "é", "日本", "-", "7");
    const texts = fc.array(
      fc.oneof(
        text,
        fc.array(word).map((words) => words.join(" ")),
      ),
    );
    fc.assert(
      fc.property(texts, fc.nat(255), (each, singles) => {
        const chosen = chooseWords(countWords(each));
        for (const words of [chosen, { ...chosen, singles }]) {
          const [encoder, decoder] = [new WordCodeEncoder(words), new WordCodeDecoder(words)];
          for (const original of each)
            expect(decoder.decode(encode(encoder, original))).toBe(original);
        }
      }),
    );
  });

  test("never fail on other bytes", () => {
    const decoder = new WordCodeDecoder({ singles: 2, words: [", ", "to", "be"] });
    expect(decoder.decode(Uint8Array.of(2))).toBeUndefined();
    expect(decoder.decode(Uint8Array.of(2, 1))).toBeUndefined();
    expect(decoder.decode(Uint8Array.of(255, 9, 97))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = decoder.decode(bytes);
        expect(text === undefined || typeof text === "string").toBe(true);
      }),
    );
  });
});

describe("the chosen words", () => {
  test("are those that occur twice, the most frequent with one byte", () => {
    const counts = new Map([...Array(300).keys()].map((i) => [`word${i}`, 1000 - i]));
    const { singles, words } = chooseWords(counts.set("once", 1));
    expect(words).toHaveLength(300);
    expect(words.length).toBeLessThanOrEqual(countCodes(singles));
    const lowest = Math.min(...words.slice(0, singles).map((word) => counts.get(word) as number));
    expect(lowest).toBe(1000 - singles + 1);
  });

  test("take the fewest bytes of all divisions of the codes", () => {
    const texts = [...Array(40).keys()].map((i) =>
      [...Array(30).keys()].map((j) => `w${Math.floor((i * j * 7919) % (1 + i * j))}`).join(" "),
    );
    const chosen = chooseWords(countWords(texts));
    const size = (singles: number): number => {
      const encoder = new WordCodeEncoder({ ...chosen, singles });
      return texts.reduce((sum, text) => sum + encode(encoder, text).length, 0);
    };
    const all = [...Array(256).keys()].filter((each) => countCodes(each) >= chosen.words.length);
    // Codes of one byte go to the most frequent words, which come first only up to `singles`.
    for (const other of all) expect(size(chosen.singles)).toBeLessThanOrEqual(size(other));
  });
});

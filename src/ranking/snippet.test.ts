import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Snippet, type SnippetToken, snippet } from "./snippet.ts";

function tokenise(text: string): SnippetToken[] {
  return [...text.matchAll(/[A-Za-z]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    term: word.toLowerCase(),
  }));
}

function show({ pieces, isCutBefore, isCutAfter }: Snippet): string {
  const marked = pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");
  return `${isCutBefore ? "…" : ""}${marked}${isCutAfter ? "…" : ""}`;
}

function cut(text: string, termWeights: Record<string, number>, words: number): string {
  return show(snippet(text, tokenise(text), new Map(Object.entries(termWeights)), { words }));
}

describe("snippet", () => {
  test("marks the words that were asked for and keeps the text as it is", () => {
    expect(cut("The White-House, white!", { white: 1, house: 1 }, 30)).toBe(
      "The [White]-[House], [white]!",
    );
  });

  test("shows the stretch with the most different terms, in its middle", () => {
    const text = "one white two three four five house white six seven eight";
    expect(cut(text, { white: 1, house: 1 }, 4)).toBe("…five [house] [white] six…");
  });

  test("prefers the heavier term, then more occurrences, then the first", () => {
    expect(cut("common a b rare", { common: 1, rare: 5 }, 1)).toBe("…[rare]");
    expect(cut("x a b c x x", { x: 1 }, 2)).toBe("…[x] [x]");
    expect(cut("x a x", { x: 1 }, 1)).toBe("[x]…");
  });

  test("shows the beginning when nothing is found, and nothing of an empty text", () => {
    expect(cut("a b c d", { zebra: 1 }, 2)).toBe("a b…");
    expect(cut("", { zebra: 1 }, 2)).toBe("");
    expect(cut("?!", { zebra: 1 }, 2)).toBe("?!");
  });

  test("refuses a length of nothing", () => {
    expect(() => snippet("a", [], new Map(), { words: 0 })).toThrow("≥ 1, got 0");
  });

  test("is a stretch of the text with at most so many tokens, and as good as any other", () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 8 }), (list, words) => {
        const text = list.join(" ");
        const tokens = tokenise(text);
        const termWeights = new Map([
          ["a", 1],
          ["b", 2.5],
        ]);
        const { pieces } = snippet(text, tokens, termWeights, { words });
        const visible = pieces.map((piece) => piece.text).join("");
        expect(text).toContain(visible);
        expect(tokenise(visible).length).toBeLessThanOrEqual(words);
        const sumWeights = (terms: readonly string[]): number =>
          (terms.includes("a") ? 1 : 0) + (terms.includes("b") ? 2.5 : 0);
        const best = Math.max(0, ...list.map((_, i) => sumWeights(list.slice(i, i + words))));
        expect(sumWeights(tokenise(visible).map(({ term }) => term as string))).toBe(best);
      }),
      { numRuns: 500 },
    );
  });
});

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

function format({ pieces, isCutBefore, isCutAfter }: Snippet): string {
  const text = pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");
  return `${isCutBefore ? "…" : ""}${text}${isCutAfter ? "…" : ""}`;
}

function formatSnippet(text: string, termWeights: Record<string, number>, words: number): string {
  return format(snippet(text, tokenise(text), new Map(Object.entries(termWeights)), { words }));
}

describe("snippet", () => {
  test("highlights the query words and keeps the text unchanged", () => {
    expect(formatSnippet("The White-House, white!", { white: 1, house: 1 }, 30)).toBe(
      "The [White]-[House], [white]!",
    );
  });

  test("shows the stretch with the most different terms, centred", () => {
    const text = "one white two three four five house white six seven eight";
    expect(formatSnippet(text, { white: 1, house: 1 }, 4)).toBe("…five [house] [white] six…");
  });

  test("prefers the heavier term, then more occurrences, then the first", () => {
    expect(formatSnippet("common a b rare", { common: 1, rare: 5 }, 1)).toBe("…[rare]");
    expect(formatSnippet("x a b c x x", { x: 1 }, 2)).toBe("…[x] [x]");
    expect(formatSnippet("x a x", { x: 1 }, 1)).toBe("[x]…");
  });

  test("shows the beginning if nothing matches, and nothing of an empty text", () => {
    expect(formatSnippet("a b c d", { zebra: 1 }, 2)).toBe("a b…");
    expect(formatSnippet("", { zebra: 1 }, 2)).toBe("");
    expect(formatSnippet("?!", { zebra: 1 }, 2)).toBe("?!");
  });

  test("rejects a length of 0", () => {
    expect(() => snippet("a", [], new Map(), { words: 0 })).toThrow("≥ 1, got 0");
  });

  test("is a stretch of the text with at most the requested tokens, and as good as any other", () => {
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { openAnalyzer } from "../../text/index.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { readQueryTerms } from "./read-query.ts";

test("a long text has the same terms as when it is read in one piece", async () => {
  const analyzer = await openAnalyzer({ language: "english" });
  const word = fc.oneof(
    fc.constantFrom("don't", "U.S.A.", "co-op", "3.14", "naïve", "東京に行く", "ﬁne", "e\u0301t"),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const space = fc.constantFrom(" ", "\n", "\u3000", "  ", "\u00a0");
  const text = fc.array(fc.tuple(word, space), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.nat(4000), (parts, shift) => {
      const piece = parts.flat().join("");
      const long = `${"x".repeat(shift)} ${piece.repeat(Math.ceil(9000 / (piece.length + 1)))}`;
      expect(readQueryTerms(analyzer, long, TimeLimit.none())).toEqual(analyzer.terms(long));
    }),
    { numRuns: 60 },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { packHits, unpackHits } from "./packed-hits.ts";
import type { Hits } from "./traversal/hits.ts";

const hitsArbitrary = fc
  .tuple(fc.array(fc.tuple(fc.nat(), fc.double()), { maxLength: 5 }), fc.boolean())
  .map(([pairs, isPartial]) => ({
    documents: Uint32Array.from(pairs, ([document]) => document),
    scores: Float64Array.from(pairs, ([, score]) => score),
    isPartial,
  }));

test("hits are the same after packing and unpacking, whichever thread had which query", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hitsArbitrary, fc.boolean()), { maxLength: 10 }), (rankings) => {
      const shares = [new Map<number, Hits>(), new Map<number, Hits>()] as const;
      for (const [query, [hits, isSecond]] of rankings.entries()) {
        shares[isSecond ? 1 : 0].set(query, hits);
      }
      const out: Hits[] = [];
      for (const share of shares) unpackHits(packHits(share), out);
      expect(out).toEqual(rankings.map(([hits]) => hits));
    }),
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../common/errors.ts";
import { needsQueryVector } from "../needs-query-vector.ts";
import { parseRanker, ranker, rankerSetting, salienceNames } from "./ranker-name.ts";
import { LEXICAL_RANKERS, RANKERS } from "./rankers.ts";

describe("parseRanker", () => {
  test.each([
    ["bm25", "bm25"],
    ["BM25", "bm25"],
    [" bm25 ( ) ", "bm25"],
    ["bm25(k1=0.9,b=0.4)", "bm25"],
    ["bm25(b=.8, k1=6e-1, idf=lucene)", "bm25(k1=0.6,b=0.8)"],
    ["bm25(k3=inf)", "bm25"],
    ["bm25(preset=s3)", "bm25(k1=0.6,b=0.8)"],
    ["bm25(b=0.1,preset=s3)", "bm25(k1=0.6,b=0.1)"],
    ["bm25(preset=tdv)", "bm25(k1=1.2,b=0.75,idf=smooth,form=k1-plus-1)"],
    ["lm(mu=1000)", "lm"],
    ["lm(preset=tdv)", "lm(mu=2500)"],
    ["lm-jm", "lm-jm"],
    ["tfidf(form=tdv)", "tfidf(form=raw-tf)"],
    ["tfidf(form=lecture)", "tfidf"],
    ["bm25(form=lecture)", "bm25(form=k1-plus-1)"],
    ["pl(b=0.2)", "pl"],
    ["bm25( salience = ./s.tsv ,b=1)", "bm25(b=1,salience=./s.tsv)"],
    ["Hybrid(alpha=1,depth=200)", "hybrid"],
    ["hybrid( BM25(k1=0.6) , Dense , alpha=0.5)", "hybrid(bm25(k1=0.6),dense,alpha=0.5)"],
    ["hybrid(bm25,ef=300,depth=50)", "hybrid(bm25,dense,depth=50,ef=300)"],
    ["rrf(rm3(bm25,docs=5),dense,k=10)", "rrf(rm3(bm25,docs=5),dense,k=10)"],
    ["rrf(k=60)", "rrf"],
    ["dense(ef=7)", "dense(ef=7)"],
    ["dense(ef=auto)", "dense"],
  ])("reads %s as %s", (written, canonical) => {
    expect(parseRanker(written).name).toBe(canonical);
    expect(parseRanker(canonical).name).toBe(canonical);
  });

  test.each([
    ["bn25", 'unknown ranker "bn25" (did you mean bm25?); the rankers are bm25, lm, lm-jm, '],
    ["", 'unknown ranker ""; the rankers are bm25'],
    [
      "bm25(k2=1)",
      'bm25 has no option "k2" (did you mean k1?); its options are k1, b, idf, salience, form, k3, weights, scores, preset',
    ],
    ["pl(preset=s3)", 'pl has no option "preset"; its options are b, idf, salience'],
    ["bm25(preset=s4)", 'bm25 preset must be one of anserini, lucene, s3, tdv, terrier, got "s4"'],
    ["bm25(k1=-1)", 'bm25 k1 must be a number from 0, got "-1"'],
    ["bm25(k1=inf)", 'bm25 k1 must be a number from 0, got "inf"'],
    ["bm25(b=1.01)", 'bm25 b must be a number from 0 to 1, got "1.01"'],
    ["bm25(k1=)", 'got ""'],
    ["bm25(k1=0x10)", 'got "0x10"'],
    ["lm(mu=0)", 'lm mu must be a number above 0, got "0"'],
    ["lm-jm(lambda=1)", 'lm-jm lambda must be a number above 0 and below 1, got "1"'],
    ["bm25(idf=lucine)", "(did you mean lucene?)"],
    ["bm25(idf=toString)", "bm25 idf must be one of lucene, plain"],
    ["bm25(k1=1,k1=2)", 'gives the option "k1" twice'],
    ["bm25(1.2)", 'options of bm25 are written option=value, got "1.2"'],
    ["bm25(salience=)", 'bm25 salience must be a file or a model, got ""'],
    ["bm25(k1=1", "a ranker is written name or name(option=value,…)"],
    ["bm25(k1=1))", 'got "1)"'],
    ["bm25,lm", "a ranker is written"],
    ["hybrid(bm25,lm)", "hybrid takes a lexical ranker and then dense, as in hybrid(bm25,dense)"],
    ["hybrid(dense,bm25)", "hybrid takes a lexical ranker and then dense"],
    ["hybrid(dense)", "hybrid takes a lexical ranker and then dense"],
    ["rrf(bm25,dense,dense)", "rrf takes a lexical ranker and then dense"],
    ["rrf(hybrid,dense)", "rrf takes a lexical ranker and then dense"],
    ["dense(bm25)", 'options of dense are written option=value, got "bm25"'],
    ["rm3(hybrid)", "rm3 builds on one of bm25, lm"],
    ["hybrid(bm26)", 'unknown ranker "bm26"'],
    ["hybrid(alpha=-1)", 'hybrid alpha must be a number from 0, got "-1"'],
    ["hybrid(alpha=x)", 'hybrid alpha must be a number from 0, got "x"'],
    ["hybrid(alpha=inf)", 'hybrid alpha must be a number from 0, got "inf"'],
    ["hybrid(k=3)", 'hybrid has no option "k"; its options are alpha, depth, ef'],
    ["rrf(alpha=3)", 'rrf has no option "alpha"; its options are k, depth, ef'],
    ["dense(k=3)", 'dense has no option "k"; its options are ef'],
    ["hybrid(depth=1.5)", 'hybrid depth must be a whole number from 1, got "1.5"'],
    ["dense(ef=0)", 'dense ef must be auto, or a whole number from 1, got "0"'],
    ["hybrid(alpha=1,alpha=2)", 'gives the option "alpha" twice'],
    ["hybrid(bm25", "a ranker is written name or name(option=value,…)"],
  ])("refuses %s and says why", (written, message) => {
    expect(() => parseRanker(written)).toThrow(message);
  });

  test("returns a ranker or BAD_ARGUMENT for any string", () => {
    const pieces = fc.constantFrom(
      "bm25",
      "rm3",
      "hybrid",
      "dense",
      "lm",
      "(",
      ")",
      ",",
      "=",
      "k1",
      "0.5",
      "inf",
      " ",
      "preset",
    );
    const names = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(names, (name) => {
        try {
          parseRanker(name);
        } catch (error) {
          expect(error).toBeInstanceOf(TermwiseError);
          expect(error).toHaveProperty("code", "BAD_ARGUMENT");
        }
      }),
      { numRuns: 2000 },
    );
    expect(() => parseRanker("rm3(".repeat(100_000))).toThrow("a ranker is written");
  });
});

describe("needsQueryVector", () => {
  test("follows from the declaration of a ranker", () => {
    for (const { name, kind } of RANKERS) {
      expect(needsQueryVector(name), name).toBe(kind === "dense");
    }
  });

  test.each(["Hybrid", " rrf ( k=1 ) ", "dense()", "hybrid(lm(mu=1),dense)"])(
    "accepts %s",
    (name) => {
      expect(needsQueryVector(name)).toBe(true);
    },
  );

  test.each(["hybrids", "denser(x)", "rm3(bm25)", "hybrid=1", "", undefined, {}])(
    "rejects %s",
    (name) => {
      expect(needsQueryVector(name)).toBe(false);
    },
  );

  test("names the rankers that cannot be built without a vector", () => {
    expect(() => ranker("hybrid(bm25,dense)")).toThrow(
      "hybrid needs a query vector, which is not available here; use a lexical ranker such as bm25",
    );
  });
});

describe("salience", () => {
  test("is named by the ranker and its base, each table once", () => {
    const names = (text: string): readonly string[] => salienceNames(parseRanker(text));
    expect(names("bm25")).toEqual([]);
    expect(names("lm(salience=a.tsv)")).toEqual(["a.tsv"]);
    expect(names("rm3(pl(salience=a.tsv))")).toEqual(["a.tsv"]);
  });

  test("is rejected if it was not read, and together with an idf", () => {
    const tables = new Map([["a", new Map<string, number>()]]);
    expect(() => ranker("bm25(salience=a)")).toThrow('the salience "a" has not been read');
    expect(() => ranker("bm25(salience=a,idf=cf)", { tables })).toThrow("idf or salience");
    expect(() => ranker("tfidf(salience=a,idf=plain)", { tables })).toThrow("idf or salience");
    expect(ranker("rm3(bm25(salience=a))", { tables })).toHaveProperty("prepare");
  });
});

describe.each(RANKERS.map((declaration) => [declaration.name, declaration] as const))(
  "%s",
  (_, declaration) => {
    test("prints any setting so that it parses back to the same", () => {
      const values = Object.fromEntries(
        declaration.options.map((option) => {
          if (option.kind === "choice")
            return [option.name, fc.constantFrom(...Object.keys(option.choices))];
          if (option.kind === "table") {
            return [option.name, fc.constantFrom("", "a.tsv", "./my models/s=1")];
          }
          const { min, max, isInteger: isWhole } = option;
          if (isWhole) return [option.name, fc.integer({ min, max: Math.min(max, 1e9) })];
          const double = fc.double({ min, max, noNaN: true }).map((value) => value + 0); // -0 → 0
          return [option.name, double];
        }),
      );
      fc.assert(
        fc.property(fc.record(values), (overrides) => {
          const setting = rankerSetting(declaration, overrides as Record<string, number | string>);
          expect(parseRanker(setting.name)).toEqual(setting);
        }),
      );
    });

    test("keeps its defaults and presets within its own rules", () => {
      for (const values of [{}, ...Object.values(declaration.presets ?? {})]) {
        const { name } = rankerSetting(declaration, values);
        expect(parseRanker(name).name).toBe(name);
      }
    });
  },
);

test.each(LEXICAL_RANKERS.map((declaration) => [declaration.name, declaration] as const))(
  "%s can be built with its defaults and with every preset",
  (name, { presets = {} }) => {
    expect(ranker(name)).toHaveProperty("prepare");
    for (const preset of Object.keys(presets)) {
      expect(ranker(`${name}(preset=${preset})`)).toHaveProperty("prepare");
    }
  },
);

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import { GAIN_FORMS } from "./gain.ts";
import { MEASURES } from "./measure-list.ts";
import { createMeasureSetting, parseMeasure, parseMeasures } from "./measure-name.ts";

describe("parseMeasure", () => {
  test.each([
    ["nDCG@10", "nDCG@10"],
    ["ndcg@10", "nDCG@10"],
    ["AP", "AP"],
    ["MAP", "AP"],
    ["AP@100", "AP@100"],
    ["RR@10", "RR@10"],
    ["MRR@10", "RR@10"],
    ["mrr", "RR"],
    ["R@1000", "R@1000"],
    ["Recall@1000", "R@1000"],
    ["P@5", "P@5"],
    ["precision@5", "P@5"],
    ["Hit@10", "Hit@10"],
    ["Success@5", "Hit@5"],
    ["bpref", "bpref"],
    ["Judged@10", "Judged@10"],
    ["RR(rel=2)@10", "RR(rel=2)@10"],
    ["RR(rel=1)@10", "RR@10"],
    ["nDCG(form=exp)@10", "nDCG(form=exp)@10"],
    ["nDCG(FORM=Log-Rank)", "nDCG(form=log-rank)"],
    ["nDCG(form=lecture)", "nDCG(form=log-rank)"],
    [" ndcg ( form = exp ) @ 10 ", "nDCG(form=exp)@10"],
    ["AP()", "AP"],
    ["map", "AP"],
    ["map_cut_100", "AP@100"],
    ["ndcg", "nDCG"],
    ["ndcg_cut_10", "nDCG@10"],
    ["ndcg_cut.10", "nDCG@10"],
    ["recip_rank", "RR"],
    ["P_5", "P@5"],
    ["P.5", "P@5"],
    ["recall_1000", "R@1000"],
    ["success_10", "Hit@10"],
    ["Rprec", "Rprec"],
    ["set_P", "SetP"],
    ["set_recall", "SetR"],
    ["set_F", "SetF1"],
    ["num_rel_ret", "NumRelRet"],
  ])("parses %s as %s", (measureText, canonical) => {
    expect(parseMeasure(measureText).name).toBe(canonical);
  });

  test.each([
    ["nDGC@10", 'unknown measure "nDGC@10" (did you mean nDCG?); the measures are nDCG, DCG, AP'],
    ["", 'unknown measure ""; the measures are'],
    ["zzzzzz", 'unknown measure "zzzzzz"; the measures are'],
    ["P", 'P needs a cutoff, such as P@10, got "P"'],
    ["ndcg_cut", "nDCG needs a cutoff"],
    ["bpref@10", 'bpref takes no cutoff, got "bpref@10"'],
    ["nDCG@0", 'a cutoff must be a whole number ≥ 1, got "0" in "nDCG@0"'],
    ["nDCG@-1", 'got "-1"'],
    ["nDCG@1.5", 'got "1.5"'],
    ["nDCG@", 'got ""'],
    ["nDCG@1e3", 'got "1e3"'],
    ["nDCG@99999999999", "a cutoff must be a whole number"],
    ["P_5@10", '"P_5@10" gives two cutoffs, 5 and "10"'],
    ["AP(form=exp)", 'AP takes the parameters rel, got "form" in "AP(form=exp)"'],
    ["Judged(rel=2)@10", 'Judged takes no parameters, got "rel"'],
    ["nDCG(form=log)", 'form must be one of linear, exp, log-rank, got "log"'],
    ["AP(rel=0)", 'rel must be a whole number ≥ 1, got "0"'],
    ["AP(rel)", 'rel must be a whole number ≥ 1, got ""'],
    ["AP(rel=1,rel=2)", "gives the parameter rel twice"],
    ["AP(rel=2", "a measure is written name(parameter=value)@cutoff"],
  ])("rejects %s with the reason", (measureText, message) => {
    expect(() => parseMeasure(measureText)).toThrow(message);
    expect(() => parseMeasure(measureText)).toThrow(
      expect.objectContaining({ code: "BAD_ARGUMENT" }),
    );
  });

  test("parses its own canonical name to the same measure", () => {
    const settings = fc.record({
      cutoff: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      rel: fc.integer({ min: 1, max: 99 }),
      form: fc.constantFrom(...GAIN_FORMS),
    });
    fc.assert(
      fc.property(fc.constantFrom(...MEASURES), settings, (measure, { cutoff, rel, form }) => {
        const parameters = new Set(measure.parameters);
        const setting = createMeasureSetting(measure, {
          ...(measure.cutoff === "none" ? {} : { cutoff }),
          ...(parameters.has("rel") ? { rel } : {}),
          ...(parameters.has("form") ? { form } : {}),
        });
        expect(parseMeasure(setting.name)).toEqual(setting);
      }),
    );
  });

  test("answers any text with a measure or BAD_ARGUMENT", () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[nDCGAPRrelfom_.@()=,0-9 ]*$/));
    fc.assert(
      fc.property(text, (measureText) => {
        try {
          parseMeasure(measureText);
        } catch (error) {
          expect(error).toBeInstanceOf(TermwiseError);
          expect(error).toHaveProperty("code", "BAD_ARGUMENT");
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test("parseMeasures splits at commas and spaces outside parentheses", () => {
  const names = parseMeasures(" nDCG( form=exp )@10,AP  RR(rel=2, )@10\n").map(({ name }) => name);
  expect(names).toEqual(["nDCG(form=exp)@10", "AP", "RR(rel=2)@10"]);
  expect(() => parseMeasures(" , ")).toThrow('at least one measure is needed, got " , "');
});

test("suggests a name that few letters separate, otherwise nothing", () => {
  expect(findNearestName("recal", ["recall", "P"])).toBe("recall");
  expect(findNearestName("nDGC", ["P", "nDCG"])).toBe("nDCG");
  expect(findNearestName("Q", ["P"])).toBeUndefined();
  expect(findNearestName("nothing", ["recall", "P"])).toBeUndefined();
});

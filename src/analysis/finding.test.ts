import { describe, expect, test } from "vitest";
import {
  computePairedDifference,
  judgeEquivalence,
  judgeNonInferiority,
  judgeSuperiority,
} from "./finding.ts";

describe("a verdict", () => {
  test('on "better" needs a significant difference in the claimed direction', () => {
    expect(judgeSuperiority({ difference: [0.1, 0.01, 0.19] }, 0.01)).toBe("holds");
    expect(judgeSuperiority({ difference: [-0.1, -0.19, -0.01] }, 0.01)).toBe("fails");
    expect(judgeSuperiority({ difference: [0.1, -0.1, 0.3] }, 0.2)).toBe("not shown");
    expect(judgeSuperiority({ difference: [0, 0, 0] }, 0)).toBe("not shown");
  });

  test('on "better" needs both the test and the interval over seeds', () => {
    expect(judgeSuperiority({ difference: [0.1, -0.01, 0.21] }, 0.001)).toBe("not shown");
    expect(judgeSuperiority({ difference: [0.1, 0.01, 0.19] }, 0.05)).toBe("not shown");
  });

  test('on "equal" needs the whole interval inside the margin', () => {
    // 5 % of .4 is .02.
    expect(judgeEquivalence({ difference: [0.005, -0.01, 0.019] }, 0.4)).toBe("holds");
    expect(judgeEquivalence({ difference: [0.005, -0.01, 0.021] }, 0.4)).toBe("not shown");
    expect(judgeEquivalence({ difference: [0, -0.1, 0.1] }, 0.4)).toBe("not shown");
    expect(judgeEquivalence({ difference: [0.05, 0.03, 0.07] }, 0.4)).toBe("fails");
    expect(judgeEquivalence({ difference: [-0.05, -0.07, -0.03] }, 0.4)).toBe("fails");
  });

  test('on "no worse" needs the whole interval above the margin', () => {
    // 1 % of .3 is .003.
    expect(judgeNonInferiority({ difference: [0, -0.002, 0.002] }, 0.3)).toBe("holds");
    expect(judgeNonInferiority({ difference: [0, -0.01, 0.01] }, 0.3)).toBe("not shown");
    expect(judgeNonInferiority({ difference: [-0.02, -0.03, -0.01] }, 0.3)).toBe("fails");
  });
});

test("paired differences from rounding count as zero", () => {
  const { difference, p } = computePairedDifference([0.1 + 0.2, 1], [0.3, 1]);
  expect(difference).toEqual([0, 0, 0]);
  expect(p).toBe(1);
});

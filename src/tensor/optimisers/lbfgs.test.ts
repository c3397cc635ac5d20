import { describe, expect, test } from "vitest";
import { type DifferentiableFunction, minimise } from "./lbfgs.ts";

/** Tight enough that only rounding errors remain. */
const TIGHT = { iterations: 1000, gradientTolerance: 1e-9, valueTolerance: 1e-16 };

/** Rosenbrock's valley in any number of dimensions. */
const rosenbrock: DifferentiableFunction = (x, gradient) => {
  gradient.fill(0);
  let value = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const [a, b] = [x[i] as number, x[i + 1] as number];
    value += 100 * (b - a * a) ** 2 + (1 - a) ** 2;
    gradient[i] = (gradient[i] as number) - 400 * a * (b - a * a) - 2 * (1 - a);
    gradient[i + 1] = (gradient[i + 1] as number) + 200 * (b - a * a);
  }
  return value;
};

const beale: DifferentiableFunction = (x, gradient) => {
  const [a, b] = x as unknown as [number, number];
  const [t1, t2, t3] = [1.5 - a + a * b, 2.25 - a + a * b * b, 2.625 - a + a * b ** 3];
  gradient[0] = 2 * t1 * (b - 1) + 2 * t2 * (b * b - 1) + 2 * t3 * (b ** 3 - 1);
  gradient[1] = 2 * t1 * a + 4 * t2 * a * b + 6 * t3 * a * b * b;
  return t1 * t1 + t2 * t2 + t3 * t3;
};

/** Powell's function, whose Hessian is singular at the minimum. */
const powell: DifferentiableFunction = (x, gradient) => {
  const [p, q, r, s] = x as unknown as [number, number, number, number];
  const [a, b, c, d] = [p + 10 * q, r - s, q - 2 * r, p - s];
  gradient.set([
    2 * a + 40 * d ** 3,
    20 * a + 4 * c ** 3,
    10 * b - 8 * c ** 3,
    -10 * b - 40 * d ** 3,
  ]);
  return a * a + 5 * b * b + c ** 4 + 10 * d ** 4;
};

/** Logistic regression of 40 synthetic examples on 5 features, with ½|w|². */
const logistic: DifferentiableFunction = (w, gradient) => {
  let value = 0;
  for (let j = 0; j < w.length; j++) {
    value += 0.5 * (w[j] as number) ** 2;
    gradient[j] = w[j] as number;
  }
  for (let i = 0; i < 40; i++) {
    const features = Array.from(w, (_, j) => Math.sin((i + 1) * (j + 2)));
    const label = Math.cos(3 * i) + (features[0] as number) > 0 ? 1 : -1;
    const margin = features.reduce(
      (sum, feature, j) => sum + label * feature * (w[j] as number),
      0,
    );
    value += Math.log1p(Math.exp(-margin));
    for (const [j, feature] of features.entries()) {
      gradient[j] = (gradient[j] as number) - (label * feature) / (1 + Math.exp(margin));
    }
  }
  return value;
};

describe("minimise", () => {
  // Minima that SciPy 1.17.1 (method L-BFGS-B, maxcor 8, gtol 1e-9) finds from the same starts.
  test.each([
    ["Rosenbrock's valley", rosenbrock, [-1.2, 1, -1.2, 1], 0, [1, 1, 1, 1], 8],
    ["Beale's function", beale, [1, 1], 0, [3, 0.5], 8],
    [
      "a logistic regression",
      logistic,
      [0, 0, 0, 0, 0],
      19.134342623709202,
      [
        1.7506434847283647, 0.6306380184205693, 0.4764637845801223, -0.15557092200278613,
        -0.40313036258321566,
      ],
      6,
    ],
    ["Powell's singular function", powell, [3, -1, 0, 1], 0, [0, 0, 0, 0], 3],
  ] as const)("finds the minimum of %s that SciPy finds", (_, f, start, value, point, digits) => {
    const minimum = minimise(f, Float64Array.from(start), TIGHT);
    expect(minimum.value).toBeCloseTo(value, 10);
    for (const [i, each] of point.entries()) expect(minimum.point[i]).toBeCloseTo(each, digits);
  });

  test("needs about as many evaluations as SciPy does, 51 on Rosenbrock's valley", () => {
    const { evaluations } = minimise(rosenbrock, Float64Array.of(-1.2, 1, -1.2, 1), TIGHT);
    expect(evaluations).toBeLessThan(80);
  });

  test("never ends above a point that it has evaluated", () => {
    let before = Infinity;
    for (let iterations = 0; iterations < 25; iterations++) {
      const { value } = minimise(rosenbrock, Float64Array.of(-1.2, 1), { iterations });
      expect(value).toBeLessThanOrEqual(before);
      before = value;
    }
  });

  test("steps back from points where the function has no value", () => {
    const f: DifferentiableFunction = (x, gradient) => {
      const at = x[0] as number;
      gradient[0] = 1 - 1 / at;
      return at - Math.log(at); // NaN below 0
    };
    expect(minimise(f, Float64Array.of(30), TIGHT).point[0]).toBeCloseTo(1, 6);
  });

  test("does not change the start, and stays where the gradient is 0", () => {
    const start = Float64Array.of(1, 1);
    const minimum = minimise(rosenbrock, start);
    expect(minimum).toMatchObject({ ended: "gradient", iterations: 0, evaluations: 1 });
    minimise(rosenbrock, start.fill(0));
    expect([...start]).toEqual([0, 0]);
  });

  test("reports invalid input", () => {
    expect(() => minimise(() => Number.NaN, Float64Array.of(1))).toThrow(
      "the function must be finite at the start, got NaN",
    );
    expect(() => minimise(rosenbrock, Float64Array.of(0, 0), { memory: 0 })).toThrow(
      "the memory of L-BFGS must be a whole number ≥ 1, got 0",
    );
  });
});

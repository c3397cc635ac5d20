import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { WeightNetwork } from "./weight-network.ts";

const DIMENSION = 3;
const random = new Random(11);
const vectors = {
  dimension: DIMENSION,
  rows: Float32Array.from({ length: 5 * DIMENSION }, () => random.normal()),
  hasVector: Uint8Array.of(1, 1, 0, 1, 1),
};
vectors.rows.fill(0, 2 * DIMENSION, 3 * DIMENSION);

function createNetwork(): WeightNetwork {
  const network = new WeightNetwork(vectors, { withoutVector: "bias" });
  const draws = new Random(4);
  for (let i = 0; i < DIMENSION; i++) network.parameters[i] = 0.5 * draws.normal();
  return network;
}

describe("a mask", () => {
  const terms = [3, 0, 2];
  // The second component of term 3 and the first of term 0 are left out.
  const mask = Float32Array.of(2, 0, 2, 0, 2, 2, 2, 2, 2);

  test("scales the components of the given terms, in their order", () => {
    const network = createNetwork();
    const weights = new Float64Array(5);
    network.weigh(weights, terms, mask);
    const [a, b, c, bias] = network.parameters as unknown as number[];
    const value = (term: number, i: number): number => vectors.rows[term * DIMENSION + i] as number;
    expect(weights[3]).toBeCloseTo(
      Math.max(
        0,
        (bias as number) + 2 * (a as number) * value(3, 0) + 2 * (c as number) * value(3, 2),
      ),
      10,
    );
    expect(weights[0]).toBeCloseTo(
      Math.max(
        0,
        (bias as number) + 2 * (b as number) * value(0, 1) + 2 * (c as number) * value(0, 2),
      ),
      10,
    );
    expect([weights[2], weights[1], weights[4]]).toEqual([bias, 0, 0]);
  });

  test("has the gradient of finite differences", () => {
    const network = createNetwork();
    const weights = new Float64Array(5);
    const slopes = Float64Array.of(0.7, 0, -1.1, 1.9, 0);
    const compute = (): number => {
      network.weigh(weights, terms, mask);
      return terms.reduce((sum, t) => sum + (slopes[t] as number) * (weights[t] as number), 0);
    };
    compute();
    const gradient = network.gradient(weights, slopes, terms, mask);
    for (let i = 0; i <= DIMENSION; i++) {
      const at = network.parameters[i] as number;
      network.parameters[i] = at + 1e-6;
      const up = compute();
      network.parameters[i] = at - 1e-6;
      const down = compute();
      network.parameters[i] = at;
      expect(gradient[i]).toBeCloseTo((up - down) / 2e-6, 6);
    }
  });

  test("of ones changes nothing", () => {
    const network = createNetwork();
    const [plain, masked] = [new Float64Array(5), new Float64Array(5)];
    network.weigh(plain, terms);
    network.weigh(masked, terms, new Float32Array(9).fill(1));
    for (const term of terms) expect(masked[term]).toBeCloseTo(plain[term] as number, 12);
  });
});

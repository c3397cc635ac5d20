import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createOperationCase, type OperationCase } from "./case-builder.contract.ts";
import { multiply, scale } from "./elementwise.ts";
import { computeSlope } from "./finite-differences.contract.ts";
import { computeGradients } from "./gradient.ts";
import { indexInput, input, type Tensor, variable } from "./node.ts";
import { DIFFERENTIABLE, FLAT } from "./operations.contract.ts";
import { plainBackend } from "./plain/backend.ts";
import type { Batch, Program } from "./program.ts";
import { mean, sum } from "./reductions.ts";
import { gather } from "./rows.ts";

const DOUBLE = plainBackend({ precision: "float64" });
const CASES = 12;
/** Number of random values of each operand that are perturbed. */
const SAMPLED_POSITIONS = 24;
const DOCUMENT = new URL("../../docs/tensor.md", import.meta.url);
const TABLE_START = "<!-- gradients: start -->";
const TABLE_END = "<!-- gradients: end -->";

describe("gradients agree with finite differences", () => {
  const errors = new Map<string, number>();

  test.each(Object.entries(DIFFERENTIABLE))("of %s", async (name, build) => {
    let largest = 0;
    for (let seed = 0; seed < CASES; seed++) {
      const random = new Random(seed).split(name);
      const { output, operands, batch: caseBatch } = createOperationCase(build, random);
      const loss = sum(multiply(output, input("weights", output.shape)));
      const batch = { ...caseBatch, weights: await sampleWeights(output, caseBatch, random) };
      const slopes = Object.fromEntries(
        computeGradients(loss, operands).map(({ variable, values }) => [
          getNodeName(variable),
          values,
        ]),
      );
      const { loss: _, ...slopesByName } = await run({ outputs: { ...slopes, loss } }, batch);
      for (const [operand, slope] of Object.entries(slopesByName)) {
        const positions = Array.from(slope, (_, position) => position);
        const sample = random.shuffle(positions).slice(0, SAMPLED_POSITIONS);
        const expected = await computeDifferences(loss, operand, batch, sample);
        const computed = sample.map((position) => slope[position] as number);
        const error = distance(computed, expected);
        expect(error, `${name}, seed ${seed}, ${operand}`).toBeLessThan(1e-6);
        largest = Math.max(largest, error);
      }
    }
    errors.set(name, largest);
  });

  test("within the errors of the table in docs/tensor.md", () => {
    const document = readFileSync(DOCUMENT, "utf8");
    const [before, after] = [document.indexOf(TABLE_START), document.indexOf(TABLE_END)];
    expect(before < after && before > 0).toBe(true);
    if (process.env.WRITE_GRADIENT_TABLE !== undefined) {
      const table = `${TABLE_START}\n\n${formatGradientTable(errors)}\n\n`;
      writeFileSync(DOCUMENT, document.slice(0, before) + table + document.slice(after));
      return;
    }
    const rows = document.slice(before, after).matchAll(/^\| (.+?) +\| below (1e-\d+) +\|/gm);
    const documented = new Map(Array.from(rows, ([, name, bound]) => [name, Number(bound)]));
    expect([...documented.keys()]).toEqual([...errors.keys()]);
    for (const [name, error] of errors) expect(error, name).toBeLessThan(documented.get(name) ?? 0);
  });

  test.each(Object.entries(FLAT))("except of %s, which has none", (name, build) => {
    const { output, operands } = createOperationCase(build, new Random(1).split(name));
    expect(() => computeGradients(sum(output), operands)).toThrow("has no gradient");
  });
});

describe("gradients", () => {
  test("cover only the gathered rows of a table", async () => {
    const table = variable("table", [4, 2]);
    const words = indexInput("words", "words", 4);
    const rows = gather(table, words);
    const [gradient] = computeGradients(sum(multiply(rows, rows)), [table]);
    expect(gradient?.rows).toBe(words);
    expect(gradient?.values.shape).toEqual(["words", 2]);
  });

  test("add up over two uses of the same rows", () => {
    const table = variable("table", [4, 2]);
    const words = indexInput("words", "words", 4);
    const twice = multiply(gather(table, words), gather(table, words));
    expect(computeGradients(sum(twice), [table])[0]?.rows).toBe(words);
  });

  test("reject a table read through two indexes, and one read both ways", () => {
    const table = variable("table", [4, 2]);
    const a = sum(gather(table, indexInput("a", "a", 4)));
    const b = sum(gather(table, indexInput("b", "b", 4)));
    expect(() => computeGradients(multiply(a, b), [table])).toThrow(
      '"table" is read through two indexes',
    );
    expect(() => computeGradients(multiply(a, sum(table)), [table])).toThrow(
      "both whole and by rows",
    );
  });

  test("reject a variable that does not reach the loss, and a loss that is not one number", () => {
    const used = variable("used", [2]);
    expect(() => computeGradients(sum(used), [variable("idle", [2])])).toThrow(
      '"idle" does not reach the loss',
    );
    expect(() => computeGradients(scale(used, 2), [used])).toThrow(
      /^gradients: the loss must be one number, got \[2\] \(tensor\/gradient\.test\.ts:\d+\)$/,
    );
  });

  test("divide a mean by the number of values, which only the batch determines", async () => {
    const x = input("x", ["rows"]);
    const [gradient] = computeGradients(mean(x), [x]);
    const { slope } = await run(
      { outputs: { slope: gradient?.values as Tensor } },
      { x: [5, 6, 7, 8] },
    );
    expect(slope).toEqual(Float64Array.of(0.25, 0.25, 0.25, 0.25));
  });
});

/** A row for each operation: its largest error, rounded up to a power of ten with some margin. */
function formatGradientTable(errors: ReadonlyMap<string, number>): string {
  const rows = Array.from(errors, ([name, error]) => {
    const power = Math.ceil(Math.log10(Math.max(2 * error, 1e-12)));
    return [name, `below 1e${power}`] as const;
  });
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, error: string): string =>
    `| ${name.padEnd(width)} | ${error.padEnd(14)} |`;
  return [
    line("operation", "relative error"),
    `| ${"-".repeat(width)} | ${"-".repeat(14)} |`,
    ...rows.map(([name, error]) => line(name, error)),
  ].join("\n");
}

/** Weights that make one number depend on every value of the output differently. */
async function sampleWeights(output: Tensor, batch: Batch, random: Random): Promise<number[]> {
  const { values } = await run({ outputs: { values: output } }, batch);
  return Array.from(values as ArrayLike<number>, () => random.uniform() * 2 - 1);
}

async function computeDifferences(
  loss: Tensor,
  operand: string,
  batch: OperationCase["batch"],
  positions: readonly number[],
): Promise<number[]> {
  const values = batch[operand] as number[];
  const step = await (await DOUBLE.open([])).prepare({ outputs: { loss } });
  const lossAt = async (position: number, by: number): Promise<number> => {
    const perturbed = values.with(position, (values[position] as number) + by);
    return (await step.run({ ...batch, [operand]: perturbed })).outputs.loss?.[0] as number;
  };
  const slopes: number[] = [];
  for (const position of positions) {
    slopes.push(await computeSlope((change) => lossAt(position, change)));
  }
  return slopes;
}

async function run(program: Program, batch: Batch): Promise<Record<string, ArrayLike<number>>> {
  const step = await (await DOUBLE.open([])).prepare(program);
  return { ...(await step.run(batch)).outputs };
}

/** The largest difference, relative to the largest value where that is above 1. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const sizes = Array.from(b, Math.abs);
  const differences = Array.from(a, (value, i) => Math.abs(value - (b[i] as number)));
  return Math.max(0, ...differences) / Math.max(1, ...sizes);
}

function getNodeName(node: Tensor): string {
  return String(node.attributes.name);
}

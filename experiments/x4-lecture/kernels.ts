/**
 * Gaussian kernels: that of the lecture's example, the bank of eleven of KNRM, and the soft count
 * of four similarities. The numbers come from the operation that the models use.
 */

import { type LineSeries, renderLineChart } from "../../src/analysis/index.ts";
import { createKernels } from "../../src/models/kernel-features.ts";
import {
  type GaussianKernel,
  input,
  kernelPool,
  segmentsInput,
  wasmBackend,
} from "../../src/tensor/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** The lecture's example: four similarities of one query word. */
const EXAMPLE = [0.2, 0.45, 0.7, 0.1];
const EXAMPLE_KERNEL: GaussianKernel = { mean: 0.5, width: 0.1 };
const SIMILARITIES = Array.from({ length: 401 }, (_, i) => -1 + i / 200);

/** Soft counts of each group of similarities, by kernel. */
export async function computeSoftCounts(
  groups: readonly (readonly number[])[],
  kernels: readonly GaussianKernel[],
): Promise<number[][]> {
  const flat = groups.flat();
  const similarities = input("similarities", ["cells"]);
  const rows = segmentsInput("rows", "groups", "cells");
  const session = await wasmBackend().open([]);
  try {
    const step = await session.prepare({
      outputs: { counts: kernelPool(similarities, rows, kernels) },
    });
    const starts = [0];
    for (const group of groups) starts.push((starts.at(-1) ?? 0) + group.length);
    const { outputs } = await step.run({
      similarities: Float32Array.from(flat),
      rows: Int32Array.from(starts),
    });
    const counts = [...(outputs.counts ?? [])];
    return groups.map((_, i) => counts.slice(i * kernels.length, (i + 1) * kernels.length));
  } finally {
    await session.close();
  }
}

/** The lecture's kernels. */
export const x4Kernels: Experiment = {
  id: "X4-kernels",
  title: "Gaussian kernels of KNRM and a worked soft count",
  source: "the lecture's slides on kernels",
  collections: [],
  options: [],
  async run() {
    const bank = createKernels(1e-3);
    const curveCounts = await computeSoftCounts(
      SIMILARITIES.map((similarity) => [similarity]),
      [EXAMPLE_KERNEL, ...bank],
    );
    const line = (kernel: GaussianKernel, i: number): LineSeries => ({
      name: `μ = ${kernel.mean}, σ = ${kernel.width}`,
      points: SIMILARITIES.map((similarity, at) => [similarity, curveCounts[at]?.[i] ?? 0]),
    });
    const each = await computeSoftCounts(
      EXAMPLE.map((similarity) => [similarity]),
      [EXAMPLE_KERNEL],
    );
    const [sum = []] = await computeSoftCounts([EXAMPLE], [EXAMPLE_KERNEL]);
    const axes = { x: "similarity", y: "soft count" };
    return createSmallReport({
      title: "Gaussian kernels",
      texts: [
        "A kernel counts how many similarities lie near its mean: K(s) = exp(−(s − μ)² / 2σ²). The slide shows 1.028, the sum of rounded values.",
      ],
      tables: [
        {
          title: "Soft count of the similarities .2, .45, .7, .1 by μ = .5, σ = .1",
          table: {
            header: ["similarity", "K(similarity)"],
            rows: [
              ...EXAMPLE.map((similarity, i) => [
                String(similarity),
                (each[i]?.[0] ?? 0).toFixed(7),
              ]),
              ["sum", (sum[0] ?? 0).toFixed(7)],
            ],
            words: [0],
          },
        },
      ],
      figures: [
        {
          title: "The kernel of the example",
          name: "kernel",
          svg: renderLineChart([line(EXAMPLE_KERNEL, 0)], axes),
          caption:
            "A similarity counts as much as the curve is high: fully at the mean, hardly three sigma away.",
        },
        {
          title: "The eleven kernels of KNRM",
          name: "bank",
          svg: renderLineChart(
            bank.map((kernel, i) => line(kernel, i + 1)),
            { ...axes, height: 420 },
          ),
          caption: "Ten wide kernels and a narrow one at 1, which counts exact matches alone.",
        },
      ],
      results: { example: EXAMPLE.map((_, i) => each[i]?.[0]), sum: sum[0] },
    });
  },
};

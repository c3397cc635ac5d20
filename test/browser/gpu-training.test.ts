/** The webgpu backend in headless Chromium, whose GPU is a driver on the CPU. */

import { expect, test } from "vitest";
import { openPage, WEBGPU_FLAGS } from "./page.ts";

interface Report {
  readonly losses: readonly number[];
  readonly scores: readonly number[];
}

test("a ranker trains and re-ranks on the GPU of a page as on its CPU", async () => {
  const { call, close } = await openPage({ isolated: false, flags: WEBGPU_FLAGS });
  try {
    const report = await call("/test/browser/gpu-training.mjs", "compare");
    const { gpu, cpu } = report as { readonly gpu: Report; readonly cpu: Report };
    expect(gpu.losses).toHaveLength(3);
    expect(gpu.scores).toHaveLength(6);
    expect(new Set(cpu.scores).size).toBeGreaterThan(1);
    for (const [i, loss] of gpu.losses.entries()) {
      expect(loss).toBeCloseTo(cpu.losses[i] as number, 3);
    }
    for (const [i, score] of gpu.scores.entries()) {
      expect(score).toBeCloseTo(cpu.scores[i] as number, 3);
    }
  } finally {
    await close();
  }
}, 120_000);

test("without WebGPU the page gets a clear error", async () => {
  const { call, close } = await openPage({ isolated: false });
  try {
    await expect(call("/test/browser/gpu-training.mjs", "compare")).rejects.toThrow(
      /this browser has no WebGPU|no GPU adapter/,
    );
  } finally {
    await close();
  }
}, 120_000);

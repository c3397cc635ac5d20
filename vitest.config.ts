import { defineConfig, type ViteUserConfig } from "vitest/config";

const reporters = ["default", "./test/summary-reporter.ts"];

const NODE_KILLS = ["killed-node", "killed-shop"].map((name) => `test/cluster/${name}.test.ts`);

const config: ViteUserConfig = defineConfig({
  test: {
    reporters,
    testTimeout: 30_000,
    projects: [
      {
        test: {
          name: "quick",
          include: ["{src,apps,adapters,examples,experiments}/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [
            "test/golden/collections/**",
            "test/browser/**",
            "test/faults/**",
            "test/onnx/**",
            "test/webgpu/**",
            "test/cluster/**",
          ],
          // A hang is found all the same, and a busy machine fails no test.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Files share the modules that a worker has loaded, which halves the work; tests keep
          // no state in modules. One worker per core: the main thread has little to do.
          isolate: false,
          maxWorkers: "100%",
        },
      },
      {
        // Power cuts, kills, damage: minutes rather than seconds.
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          testTimeout: 600_000,
        },
      },
      {
        // Needs onnxruntime-node, and a Python with onnx for the checker.
        test: {
          name: "onnx",
          include: ["test/onnx/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
      {
        // Needs the package `webgpu` and a driver, which scripts/test-webgpu.mjs finds.
        test: {
          name: "webgpu",
          include: ["test/webgpu/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Needs a cluster, which scripts/test-cluster.mjs starts. Files have indexes of their own.
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.ts"],
          exclude: NODE_KILLS,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After them, one file at a time: these kill nodes.
        test: {
          name: "cluster-kills",
          include: NODE_KILLS,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Needs Chromium.
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          maxWorkers: "100%",
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Needs the folder of test collections that TERMWISE_COLLECTIONS names.
        test: {
          name: "golden",
          include: ["test/golden/collections/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});

export default config;

import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Needs onnxruntime-node, which is optional; TERMWISE_ONNXRUNTIME may name where it is. */
const config: ViteUserConfig = defineConfig({
  test: { include: ["test/onnx/*.suite.ts"], testTimeout: 300_000 },
});

export default config;

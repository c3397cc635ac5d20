import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Needs a built library and Chromium; CHROMIUM may name where it is. */
const config: ViteUserConfig = defineConfig({
  test: { include: ["test/browser/*.suite.ts"], testTimeout: 120_000, hookTimeout: 60_000 },
});

export default config;

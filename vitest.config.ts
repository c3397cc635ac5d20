import { defineConfig, type ViteUserConfig } from "vitest/config";

const reporters = ["default", "./test/closing-line.ts"];

const config: ViteUserConfig = defineConfig({
  test: {
    reporters,
    testTimeout: 30_000,
    projects: [
      {
        test: {
          name: "quick",
          include: ["{src,apps,examples}/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/golden/collections/**", "test/browser/**"],
          testTimeout: 30_000,
        },
      },
      {
        // Needs Chromium.
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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

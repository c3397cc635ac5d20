/** Builds the page: one folder of files that the server sends unchanged. */

import { join } from "node:path";
import { defineConfig, type UserConfig } from "vite";

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: join(import.meta.dirname, "../../dist/apps/web"),
    emptyOutDir: true,
    target: "es2022",
    // The page forbids inline code and data URLs, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

export default config;

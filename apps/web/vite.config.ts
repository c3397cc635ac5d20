/** How the page is built: one folder of files that the server sends as they are. */

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
    // The page forbids inline code and data addresses, so nothing may become one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

export default config;

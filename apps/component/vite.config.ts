/**
 * How `<termwise-search>` is built, in two steps, into one folder of the
 * package: the element as one file, and with `--mode worker` what its worker
 * runs. Both are made from the compiled library, where the element names the
 * files of the second step as they stand.
 */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { defineConfig, type UserConfig, type UserConfigFnObject } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const WORKER = join(ROOT, "dist/src/search/worker");

/** What the worker runs, and the page itself where no worker can start. */
const TASKS = "./index-tasks.js";

type Plugin = NonNullable<UserConfig["plugins"]>[number];

/** Leads an import of a room to its compiled file. */
function compiledRooms(): Plugin {
  return {
    name: "compiled-rooms",
    enforce: "pre",
    resolveId(source, importer) {
      const isRoom = source.includes("/src/") && source.endsWith(".ts");
      if (importer === undefined || !isRoom) return null;
      const path = relative(ROOT, join(dirname(importer), source));
      return path.startsWith("src/") ? join(ROOT, "dist", path.replace(/\.ts$/, ".js")) : null;
    },
  };
}

/** Keeps the names of workers: they are files beside the one that names them. */
function workersAsTheyStand(): Plugin {
  return {
    name: "workers-as-they-stand",
    enforce: "pre",
    transform(code) {
      if (!code.includes("new Worker(new URL(")) return null;
      return code.replaceAll(
        /new Worker\(new URL\(("[^"]+"), import\.meta\.url\)/g,
        "new Worker(new URL($1, (() => import.meta.url)())",
      );
    },
  };
}

/** The files that a compiled file imports at once, itself and through others. */
function importedAtOnce(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"/gm,
  );
  for (const [, path = ""] of imports) importedAtOnce(join(dirname(file), path), found);
  return found;
}

/** What every search of the element needs beside what its worker imports: packed indexes, half-typed words, highlights. */
const ALWAYS = [
  "index/packed/index.js",
  "ranking/syntax/typed-query.js",
  "search/hit-highlights.js",
];
/** What those of sites with filters need: their counts. */
const ASKED = ["search/facets.js", "index/columns/index.js"];

function importedBy(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => [...importedAtOnce(join(ROOT, "dist/src", file))]));
}

const config: UserConfigFnObject = defineConfig(({ mode }): UserConfig => {
  const isWorker = mode === "worker";
  // One file with all that every search needs: many small ones take a page longer than their bytes.
  const always = isWorker
    ? importedBy(["search/worker/index-tasks-thread.js", ...ALWAYS])
    : undefined;
  const asked = isWorker ? importedBy(ASKED) : undefined;
  const codeSplitting =
    always === undefined
      ? false
      : {
          groups: [
            {
              name: "search",
              priority: 2,
              test: (id: string) => always.has(id) || id.startsWith("\0"),
            },
            { name: "asked", priority: 1, test: (id: string) => asked?.has(id) === true },
          ],
        };
  return {
    root: import.meta.dirname,
    base: "./",
    plugins: [compiledRooms(), workersAsTheyStand()],
    build: {
      outDir: join(ROOT, "dist/apps/component"),
      emptyOutDir: !isWorker,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: isWorker
          ? [join(WORKER, "index-tasks-thread.js"), join(WORKER, "index-tasks.js")]
          : join(import.meta.dirname, "termwise-search.ts"),
        preserveEntrySignatures: "strict",
        external: isWorker ? [] : [TASKS],
        makeAbsoluteExternalsRelative: false,
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          codeSplitting,
        },
      },
    },
  };
});

export default config;

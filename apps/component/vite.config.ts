/**
 * How `<termwise-search>` is built, in two steps, into one folder of the
 * package: the element as one file, and with `--mode worker` what its worker
 * runs. Both are made from the compiled library, where the element names the
 * files of the second step as they stand. The second step gives `termwise/read-only`
 * as well: the search of the worker alone, in one file, for pages of one's own.
 */

import { dirname, join, relative } from "node:path";
import {
  build,
  defineConfig,
  type Rolldown,
  type UserConfig,
  type UserConfigFnPromise,
} from "vite";

const ROOT = join(import.meta.dirname, "../..");
const WORKER = join(ROOT, "dist/src/search/worker");

/** What the worker runs, and the page itself where no worker can start. */
const TASKS = "./index-tasks.js";

type Plugin = NonNullable<UserConfig["plugins"]>[number];

/** Leads an import of a room to its compiled file. */
function resolveCompiledModules(): Plugin {
  return {
    name: "compiled-rooms",
    enforce: "pre",
    resolveId(source, importer) {
      const isModule = source.includes("/src/") && source.endsWith(".ts");
      if (importer === undefined || !isModule) return null;
      const path = relative(ROOT, join(dirname(importer), source));
      return path.startsWith("src/") ? join(ROOT, "dist", path.replace(/\.ts$/, ".js")) : null;
    },
  };
}

/** Keeps the names of workers: they are files beside the one that names them. */
function keepWorkerUrls(): Plugin {
  return {
    name: "workers-as-they-stand",
    enforce: "pre",
    transform(code) {
      if (!code.includes("new Worker(new URL(")) return null;
      return code.replaceAll(
        /new Worker\(new URL\(("[^"]+"), import\.meta\.url\)/g,
        "new Worker(new URL($1, String(import.meta.url))",
      );
    },
  };
}

/** Leaves out the lines with which Vite preloads what a dynamic import needs: there are no such files here. */
function disablePreload(): Plugin {
  return {
    name: "without-preloading",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js"
        ? "export const __vitePreload = (load) => load();"
        : undefined,
  };
}

/** Writes the few lines that files share into each of them: a file of their own would be one more request. */
function inlineSharedRuntime(): Plugin {
  return {
    name: "shared-lines-in-each",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const shared = chunks.find(({ name }) => name === "rolldown-runtime");
      if (shared === undefined) return;
      const [ending, name] = /export\{(\w+)\};?\s*$/.exec(shared.code) ?? [];
      if (ending === undefined) this.error("the shared lines have more than one export");
      const lines = shared.code.slice(0, -ending.length);
      const from = `from"./${shared.fileName}";`;
      for (const chunk of chunks) {
        const [before = "", ...rest] = chunk.code.split(from);
        const start = before.lastIndexOf("import{");
        const [, own] = /^import\{\w+ as (\w+)\}$/.exec(before.slice(start)) ?? [];
        if (rest.length === 0) continue;
        if (own === undefined || rest.length > 1) this.error(`${chunk.fileName} has other imports`);
        const inlined = `var ${own}=(()=>{${lines}return ${name}})();`;
        chunk.code = before.slice(0, start) + inlined + rest.join("");
      }
      delete bundle[shared.fileName];
    },
  };
}

/** What a plain search of an English index on a server needs. */
const PLAIN = [
  "search/open-read-only.js",
  "storage/http-directory.js",
  "text/porter2.js",
  // Few lines that the kernels share with half-typed words or with facets.
  "common/wasm-support.js",
  "ranking/traversal/score-documents.js",
  "ranking/traversal/timed-batches.js",
  "ranking/kernels/searchable-view.js",
];
/** What searches large indexes that are in memory. */
const KERNELS = ["ranking/kernels/kernel-search.js"];
/** What every search of the element needs beside that: its worker, packed indexes, fields, half-typed words, highlights. */
const ALWAYS = [
  "search/worker/index-tasks-thread.js",
  "index/packed/index.js",
  "index/schema/schema.js",
  "ranking/fields/bm25f.js",
  "ranking/syntax/query-expansion.js",
  "search/hit-highlights.js",
];
/** What those of sites with filters need: their counts. */
const ON_DEMAND = ["search/facets.js", "index/columns/index.js"];

/**
 * The modules that files load at once, themselves and through others: as a bundler finds them that leaves out what
 * nobody uses, so by a build that is thrown away.
 */
async function findLoadedModules(files: readonly string[]): Promise<ReadonlySet<string>> {
  const input = files.map((file) => join(ROOT, "dist/src", file));
  const { output } = (await build({
    root: ROOT,
    configFile: false,
    logLevel: "silent",
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: "strict" } },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.filter((each) => each.type === "chunk").map((each) => [each.fileName, each]),
  );
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  // A set visits what is added while it is walked.
  for (const { imports } of loaded) {
    for (const name of imports) {
      const next = chunks.get(name);
      if (next !== undefined) loaded.add(next);
    }
  }
  return new Set([...loaded].flatMap(({ modules }) => Object.keys(modules)));
}

/** Modules that go to one file, unless one of higher priority takes them. */
interface FileGroup {
  readonly name: string;
  readonly priority: number;
  readonly test: (id: string) => boolean;
}

/** Few files with all that a search needs: many small ones take a page longer than their bytes. */
async function groupSearchFiles(): Promise<FileGroup[]> {
  const plain = await findLoadedModules(PLAIN);
  const always = await findLoadedModules(ALWAYS);
  const [kernels, onDemand] = [
    await findLoadedModules(KERNELS),
    await findLoadedModules(ON_DEMAND),
  ];
  return [
    { name: "search", priority: 3, test: (id) => plain.has(id) || id.startsWith("\0") },
    { name: "typing", priority: 2, test: (id) => always.has(id) },
    { name: "asked", priority: 1, test: (id) => onDemand.has(id) },
    { name: "search-kernels", priority: 1, test: (id) => kernels.has(id) },
  ];
}

const config: UserConfigFnPromise = defineConfig(async ({ mode }): Promise<UserConfig> => {
  const isWorker = mode === "worker";
  const codeSplitting = isWorker ? { groups: await groupSearchFiles() } : false;
  return {
    root: import.meta.dirname,
    base: "./",
    plugins: [resolveCompiledModules(), keepWorkerUrls(), disablePreload(), inlineSharedRuntime()],
    build: {
      outDir: join(ROOT, "dist/apps/component"),
      emptyOutDir: !isWorker,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: isWorker
          ? {
              "index-tasks-thread": join(WORKER, "index-tasks-thread.js"),
              "index-tasks": join(WORKER, "index-tasks.js"),
              "read-only": join(ROOT, "dist/src/search/read-only.js"),
            }
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

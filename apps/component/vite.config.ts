/**
 * Builds `<termwise-search>` in two steps into one folder of the package: the element as one file,
 * and with `--mode worker` the files of its worker. Both are built from the compiled library, in
 * which the element refers to the files of the second step by name. The second step also builds
 * `termwise/read-only`: the search of the worker in one file, for custom pages.
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

/** The code of the worker, and of the page itself if no worker can start. */
const TASKS = "./index-tasks.js";

type Plugin = NonNullable<UserConfig["plugins"]>[number];

/** Resolves an import of a module to its compiled file. */
function resolveCompiledModules(): Plugin {
  return {
    name: "compiled-modules",
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

/** Removes Vite's preload code for dynamic imports, because there are no files to preload. */
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

/**
 * Leaves out the merged lists of prefixes: they need memory that threads share, which few pages
 * have.
 */
function leaveOutMergedLists(): Plugin {
  return {
    name: "without-merged-lists",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/syntax/query-expansion.js")
        ? code.replace('await import("../traversal/search-merged.js")', "{}")
        : undefined,
  };
}

/**
 * Inlines the few lines that files share into each of them: a separate file would be one more
 * request.
 */
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

/** The modules of a plain search of an English index on a server. */
const PLAIN = [
  "search/open-read-only.js",
  "storage/http-directory.js",
  "text/porter2.js",
  // A few lines that the kernels share with prefix search or with facets.
  "common/wasm-support.js",
  "ranking/traversal/score-documents.js",
  "ranking/traversal/timed-batches.js",
  "ranking/block-max/searchable-view.js",
];
/** The modules for large indexes in memory. */
const KERNELS = ["ranking/block-max/kernel-search.js"];
/**
 * The modules that every search of the element needs beside those: its worker, packed indexes,
 * fields, prefix search, highlights.
 */
const ALWAYS = [
  "search/worker/index-tasks-thread.js",
  "index/packed/index.js",
  "index/schema/schema.js",
  "ranking/fields/bm25f.js",
  "ranking/fields/search-view-cache.js",
  "ranking/syntax/query-expansion.js",
  "search/hit-details.js",
  "search/snippets/hit-highlights.js",
];
/** The modules for sites with filters: their counts. */
const ON_DEMAND = ["search/facets.js", "index/columns/index.js"];

/**
 * The modules that files load eagerly, directly and transitively, after tree shaking. Found by a
 * build whose output is discarded.
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
  // A set also visits elements that are added during the iteration.
  for (const { imports } of loaded) {
    for (const name of imports) {
      const next = chunks.get(name);
      if (next !== undefined) loaded.add(next);
    }
  }
  return new Set([...loaded].flatMap(({ modules }) => Object.keys(modules)));
}

/** Modules that go into one file, unless a group of higher priority takes them. */
interface FileGroup {
  readonly name: string;
  readonly priority: number;
  readonly test: (id: string) => boolean;
}

/**
 * Few files with everything that a search needs: many small ones cost a page more time than their
 * bytes.
 */
async function groupSearchFiles(): Promise<FileGroup[]> {
  const plain = await findLoadedModules(PLAIN);
  const always = await findLoadedModules(ALWAYS);
  const [kernels, onDemand] = [
    await findLoadedModules(KERNELS),
    await findLoadedModules(ON_DEMAND),
  ];
  return [
    { name: "search", priority: 3, test: (id) => plain.has(id) || id.startsWith("\0") },
    { name: "element", priority: 2, test: (id) => always.has(id) },
    { name: "on-demand", priority: 1, test: (id) => onDemand.has(id) },
    { name: "search-kernels", priority: 1, test: (id) => kernels.has(id) },
  ];
}

/** The files leave no part out, so the build removes the checks of src/common/bundle-parts.ts. */
const ALL_PARTS = Object.fromEntries(
  ["LEXICAL", "ENGLISH", "BROWSER"].map((name) => [`globalThis.TERMWISE_${name}`, "false"]),
);

const config: UserConfigFnPromise = defineConfig(async ({ mode }): Promise<UserConfig> => {
  const isWorker = mode === "worker";
  const codeSplitting = isWorker ? { groups: await groupSearchFiles() } : false;
  return {
    root: import.meta.dirname,
    base: "./",
    define: ALL_PARTS,
    plugins: [
      resolveCompiledModules(),
      keepWorkerUrls(),
      disablePreload(),
      leaveOutMergedLists(),
      inlineSharedRuntime(),
    ],
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
        // The groups put modules that are imported on demand into a file that is loaded anyway.
        checks: { ineffectiveDynamicImport: false },
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

/**
 * The size of the package: packed, installed, and the bundle of a search page. Fails if a figure
 * grows by a tenth over the recorded one; to accept it, record the new one (size.json) and give the
 * reason in the change. The limit of `termwise/read-only` is fixed.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import recorded from "./size.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");

/** Every file loaded by opening and searching an index: without workers, writing and learning. */
async function measureBundle(
  entry: string,
): Promise<(lazy: RegExp) => { bytes: number; gzipped: number }> {
  const result = (await build({
    root,
    logLevel: "silent",
    configFile: false,
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: { input: join(root, entry), preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    result.output.filter((each) => each.type === "chunk").map((each) => [each.fileName, each]),
  );
  return (lazy) => {
    const loaded = new Set<string>();
    const load = (name: string): void => {
      const chunk = chunks.get(name);
      if (chunk === undefined || loaded.has(name)) return;
      loaded.add(name);
      for (const next of chunk.imports) load(next);
      for (const next of chunk.dynamicImports) {
        if (lazy.test(chunks.get(next)?.facadeModuleId ?? "")) load(next);
      }
    };
    for (const [name, { isEntry }] of chunks) if (isEntry) load(name);
    const code = [...loaded].map((name) => Buffer.from(chunks.get(name)?.code ?? ""));
    return {
      bytes: code.reduce((sum, { length }) => sum + length, 0),
      gzipped: code.reduce((sum, each) => sum + gzipSync(each, { level: 9 }).length, 0),
    };
  };
}

/**
 * The files that `openReadOnly` and `search` load by themselves, in a page with an index on its
 * server; from 10,000 documents on also the kernels.
 */
const FOR_SEARCH = /storage\/http-directory\.js$|text\/porter2\.js$/;
const WITH_KERNELS = new RegExp(`${FOR_SEARCH.source}|block-max\\/kernel-search\\.js$`);

/** Maximum bytes for the first search of a page, including WASM kernels: 62 KiB. */
const MAX_READ_ONLY_BYTES = 62 * 1024;

/** The bytes of `termwise/read-only` in the files of the package: at once, and the kernels. */
function measureReadOnlyBytes(): { search: number; kernels: number } {
  const folder = join(root, "dist/apps/component");
  const gzipped = (name: string): number =>
    gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  const closure = (first: string): Set<string> => {
    const files = new Set([first]);
    // A set also visits elements that are added during the iteration.
    for (const file of files) {
      const code = readFileSync(join(folder, file), "utf8");
      for (const [, name = ""] of code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) files.add(name);
    }
    return files;
  };
  const kernels = readdirSync(folder).find((name) => name.startsWith("search-kernels-")) ?? "";
  const atOnce = closure("read-only.js");
  const later = [...closure(kernels)].filter((name) => !atOnce.has(name));
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + gzipped(name), 0);
  return { search: sum([...atOnce]), kernels: sum(later) };
}

function packPackage(): { size: number; unpackedSize: number } {
  const npm = spawnSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const [{ size, unpackedSize }] = JSON.parse(npm.stdout) as [
    { size: number; unpackedSize: number },
  ];
  return { size, unpackedSize };
}

test("the package has not grown by a tenth", { timeout: 120_000 }, async () => {
  const { size, unpackedSize } = packPackage();
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bundle = await measureBundle("dist/src/search/open-read-only.js");
  const readOnly = measureReadOnlyBytes();
  const [search, withKernels] = [bundle(FOR_SEARCH), bundle(WITH_KERNELS)];
  const sizes = {
    packedBytes: size,
    installedBytes: unpackedSize,
    dependencies: Object.keys(dependencies as object).length,
    searchBytes: search.bytes,
    searchGzippedBytes: search.gzipped,
    kernelSearchBytes: withKernels.bytes,
    kernelSearchGzippedBytes: withKernels.gzipped,
    readOnlyGzippedBytes: readOnly.search,
    readOnlyKernelGzippedBytes: readOnly.kernels,
  };
  console.log(JSON.stringify(sizes, null, 2));
  for (const [name, value] of Object.entries(sizes)) {
    expect(value, name).toBeGreaterThan(0);
    expect(value, name).toBeLessThanOrEqual(1.1 * recorded[name as keyof typeof recorded]);
  }
  expect(readOnly.search + readOnly.kernels).toBeLessThanOrEqual(MAX_READ_ONLY_BYTES);
});

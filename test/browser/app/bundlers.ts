/**
 * The common bundlers, each without any configuration, in production mode. Vite is a development
 * dependency; the others are installed into the folder that TERMWISE_BUNDLERS names, as .ci/run
 * does.
 */

import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as viteBuild } from "vite";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = process.env.TERMWISE_BUNDLERS ?? join(ROOT, ".build/bundlers");

/** Bundles `main.js` of a folder into `out`. */
type Bundle = (app: string, out: string) => Promise<void>;

const vite: Bundle = async (app, outDir) => {
  const html = '<!doctype html><script type="module" src="./main.js"></script>';
  await writeFile(join(app, "index.html"), html);
  await viteBuild({ root: app, logLevel: "error", configFile: false, build: { outDir } });
};

const esbuild =
  (options: object): Bundle =>
  async (app, outdir) => {
    const { build } = await importBundler("esbuild");
    const plain = { bundle: true, minify: true, format: "esm", logLevel: "error" };
    await build({ entryPoints: [join(app, "main.js")], outdir, ...plain, ...options });
  };

const webpack: Bundle = async (app, path) => {
  const { default: run } = await importBundler("webpack");
  const config = { mode: "production", context: app, entry: "./main.js", output: { path } };
  await new Promise<void>((resolve, reject) => {
    run(config, (error: Error | null, stats: { hasErrors(): boolean; toString(): string }) => {
      if (error !== null) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString()));
      else resolve();
    });
  });
};

const rollup =
  (options: object): Bundle =>
  async (app, dir) => {
    const { rollup: run } = await importBundler("rollup");
    const { nodeResolve } = await importBundler("@rollup/plugin-node-resolve");
    const built = await run({
      input: join(app, "main.js"),
      plugins: [nodeResolve()],
      onwarn: ({ code, message }: { code?: string; message: string }) => {
        // The compiler's helper for \`using\` reads a \`this\` that modules do not have.
        if (code !== "THIS_IS_UNDEFINED") throw new Error(message);
      },
    });
    await built.write({ dir, format: "es", ...options });
  };

/** If a bundler does not find a worker's file, the calling thread does its work. */
interface Bundler {
  readonly name: string;
  readonly bundle: Bundle;
  readonly findsWorkers: boolean;
}

/** The variables of docs/browser.md that leave parts out of one file. */
const LEFT_OUT = Object.fromEntries(
  ["LEXICAL", "ENGLISH", "BROWSER"].map((name) => [`globalThis.TERMWISE_${name}`, "true"]),
);

const OTHERS: readonly Bundler[] = [
  { name: "webpack", bundle: webpack, findsWorkers: true },
  { name: "esbuild", bundle: esbuild({}), findsWorkers: false },
  { name: "esbuild with splitting", bundle: esbuild({ splitting: true }), findsWorkers: false },
  { name: "Rollup", bundle: rollup({}), findsWorkers: false },
  {
    name: "Rollup into one file",
    bundle: rollup({ inlineDynamicImports: true }),
    findsWorkers: false,
  },
];

/** All installed bundlers. */
export const BUNDLERS: readonly Bundler[] = [
  { name: "Vite", bundle: vite, findsWorkers: true },
  ...(existsSync(join(FOLDER, "node_modules")) ? OTHERS : []),
];

/** The bundlers that make one file without the parts that can be left out. */
export const ONE_FILE_BUNDLERS: readonly Pick<Bundler, "name" | "bundle">[] = existsSync(
  join(FOLDER, "node_modules"),
)
  ? [{ name: "esbuild in one file", bundle: esbuild({ define: LEFT_OUT }) }]
  : [];

/** A folder with an app that has the package installed. */
export async function createAppFolder(name: string, main: string): Promise<string> {
  const folder = join(ROOT, ".build/apps", name.replaceAll(" ", "-"));
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await symlink(ROOT, join(folder, "node_modules/termwise"));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  await writeFile(join(folder, "main.js"), main);
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: the bundlers are no dependencies, so their types are not here
async function importBundler(name: string): Promise<any> {
  const entryPath = createRequire(join(FOLDER, "package.json")).resolve(name);
  return import(pathToFileURL(entryPath).href);
}

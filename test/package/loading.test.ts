/**
 * The cost of an import, counted in modules: unlike time, their number does not depend on the
 * machine.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const scratch = join(import.meta.dirname, "../../.build/loading");

/** Files of the package that a program loads. */
function listLoadedModules(program: string): string[] {
  mkdirSync(scratch, { recursive: true });
  writeFileSync(
    join(scratch, "hooks.mjs"),
    `import { writeSync } from "node:fs";
export async function load(url, context, next) {
  if (url.includes("/dist/")) writeSync(2, url + "\\n");
  return next(url, context);
}
`,
  );
  writeFileSync(
    join(scratch, "program.mjs"),
    `import { register } from "node:module";
register("./hooks.mjs", import.meta.url);
${program}
`,
  );
  const node = spawnSync(process.execPath, [join(scratch, "program.mjs")], { encoding: "utf8" });
  if (node.status !== 0) throw new Error(node.stderr);
  return node.stderr.split("\n").filter((line) => line.includes("/dist/"));
}

test("importing the root loads the facade's entry point and evaluation, and no other module", () => {
  const modules = listLoadedModules('await import("termwise");');
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.length).toBeLessThanOrEqual(67);
  const moduleNames = new Set(modules.map((url) => /dist\/src\/(\w+)\//.exec(url)?.[1]));
  for (const moduleName of ["index", "ranking", "text", "tensor", "models", "training"]) {
    expect(moduleNames.has(moduleName), moduleName).toBe(false);
  }
});

test("searching loads no training module", () => {
  const modules = listLoadedModules(
    'const { createIndex } = await import("termwise"); const index = await createIndex(); await index.add({ id: 1, text: "x" }); await index.search("x", { snippet: true, filter: { n: 1 } });',
  );
  const moduleNames = new Set(modules.map((url) => /dist\/src\/(\w+)\//.exec(url)?.[1]));
  expect(moduleNames.has("ranking")).toBe(true);
  for (const moduleName of [
    "tensor",
    "embeddings",
    "models",
    "scoring",
    "training",
    "discrimination",
  ]) {
    expect(moduleNames.has(moduleName), moduleName).toBe(false);
  }
  expect(modules.length).toBeLessThanOrEqual(330);
});

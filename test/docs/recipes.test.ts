/** The TypeScript of docs/recipes.md compiles against the built package; React's types are those of preact/compat. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".build/recipes");

/** The errors of tsc for the blocks of a page whose fence names a file. */
function collectTypeErrors(page: string): { readonly files: readonly string[]; errors: string } {
  const blocks = [...page.matchAll(/^```tsx? (\S+\.tsx?)\n([\s\S]*?)^```$/gm)];
  const files = blocks.map(([, name = "", code = ""]) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return name;
  });
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, types: [] },
    ...{ target: "es2023", lib: ["es2023", "dom"], module: "esnext", moduleResolution: "bundler" },
    ...{ jsx: "react-jsx", jsxImportSource: "preact", skipLibCheck: true },
    paths: { react: [join(root, "node_modules/preact/compat/src/index.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  return { files, errors: stdout.trim() };
}

const page = readFileSync(join(root, "docs/recipes.md"), "utf8");

test("the recipes compile", () => {
  expect(collectTypeErrors(page)).toEqual({
    files: ["product-search.ts", "ProductSearch.tsx", "app/api/search/route.ts"],
    errors: "",
  });
});

test("a wrong property in a recipe is an error", () => {
  const wrong = page.replace("{document.price}</li>)}", "{document.pryce}</li>)}");
  expect(collectTypeErrors(wrong).errors).toContain("ProductSearch.tsx");
});

/** The types of the built package, as strict users see them: no DOM, no Node types, nothing skipped. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseRunnableBlocks } from "../docs/documents.ts";

const root = join(import.meta.dirname, "../..");
const scratch = join(root, ".build/types");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entryPoints = Object.keys(exports as object)
  .filter((entryPoint) => !["./package.json", "./vitest"].includes(entryPoint))
  .map((entryPoint) => `termwise${entryPoint.slice(1)}`);

/** The errors of tsc for a program that imports the package; empty if there are none. */
function collectTypeErrors(
  name: string,
  program: string,
  moduleResolution: string,
  otherOptions: object = {},
): string {
  const folder = join(scratch, `${name}-${moduleResolution}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "user.ts"), program);
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: "es2023",
    lib: ["es2023"],
    types: [],
    module: moduleResolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution,
    skipLibCheck: false,
    noEmit: true,
    ...otherOptions,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["user.ts"] }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  return stdout.trim();
}

describe.each(["bundler", "nodenext"])("under moduleResolution %s", (resolution) => {
  test("every entry point compiles, including its declarations", () => {
    const program = entryPoints
      .map((entryPoint, i) => `import * as entry${i} from "${entryPoint}";`)
      .join("\n");
    const used = `export const all = [${entryPoints.map((_, i) => `entry${i}`).join(", ")}];`;
    expect(collectTypeErrors("entry-points", `${program}\n${used}\n`, resolution)).toBe("");
  });

  test("the example of the README compiles", () => {
    const [block] = parseRunnableBlocks(readFileSync(join(root, "README.md"), "utf8")).filter(
      ({ language }) => language === "js",
    );
    expect(block?.code).toContain("createIndex");
    const console = "declare const console: { log(...given: unknown[]): void };";
    expect(collectTypeErrors("readme", `${block?.code}\n${console}\n`, resolution)).toBe("");
  });
});

test("the example of typed documents compiles", () => {
  const text = readFileSync(join(root, "docs/fields.md"), "utf8");
  const [, program = ""] = /```ts\n(import \{ createIndex \}[\s\S]*?)```/.exec(text) ?? [];
  expect(program).toContain("createIndex<Product>");
  expect(collectTypeErrors("typed-documents", program, "nodenext")).toBe("");
  const wrong = program.replace("price: { lt", "pryce: { lt");
  expect(collectTypeErrors("typed-wrong", wrong, "nodenext")).toContain(
    "Did you mean to write 'price'",
  );
});

test("the checker detects a wrong use", () => {
  const program = 'import { createIndex } from "termwise";\n(await createIndex()).search(42);\n';
  expect(collectTypeErrors("wrong", program, "nodenext")).toContain("TS2345");
});

test("an index can be used with `await using`", () => {
  const program =
    'import { createIndex } from "termwise";\nawait using index = await createIndex();\nawait index.count();\n';
  expect(collectTypeErrors("using", program, "nodenext")).toBe("");
});

test("the matchers for Vitest bring their types", () => {
  const program = `import { createIndex } from "termwise";
import { relevanceMatchers } from "termwise/vitest";
import { expect } from "vitest";
expect.extend(relevanceMatchers);
await expect(await createIndex<{ id: number; title: string }>()).toFind("eggs", "1");
`;
  // Vitest's own declarations need the types of Node.
  const options = { types: ["node"], skipLibCheck: true };
  expect(collectTypeErrors("vitest", program, "nodenext", options)).toBe("");
  const wrong = program.replace("toFind", "toFnd");
  expect(collectTypeErrors("vitest-wrong", wrong, "nodenext", options)).toContain("TS2551");
});

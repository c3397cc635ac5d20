import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { hasOnlyReexports, listExports } from "./entry-points.ts";
import { MODULES } from "./module-order.ts";

const root = join(import.meta.dirname, "../..");
const sources = new Map(
  readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file), readFileSync(file, "utf8")]),
);
const entryPoints = [
  ...MODULES.map((moduleName) => `src/${moduleName}/index.ts`),
  "src/index.ts",
  "src/node.ts",
  "src/browser.ts",
];

/**
 * Every operation of the engine is exported because a model may need any of them; their types are
 * not counted.
 */
const MANY_TYPES = new Set(["src/tensor/index.ts"]);

describe.each(entryPoints)("%s", (entryPoint) => {
  const names = listExports(sources, entryPoint);

  test("re-exports at most 60 names and contains no code", () => {
    const counted = MANY_TYPES.has(entryPoint) ? names.filter(({ isType }) => !isType) : names;
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.length).toBeLessThanOrEqual(60);
    expect(hasOnlyReexports(sources.get(entryPoint) ?? "")).toBe(true);
  });

  test("documents every exported name", () => {
    const bare = names.filter(({ isDocumented }) => !isDocumented);
    expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});

describe("the root entry point", () => {
  const names = listExports(sources, "src/index.ts");

  test("exports at most 45 values, most of them the facade's", () => {
    const values = names.filter(({ isType }) => !isType);
    expect(values.length).toBeLessThanOrEqual(45);
    const own = values.filter(({ file }) => file.startsWith("src/search/"));
    expect(2 * own.length).toBeGreaterThan(values.length);
  });

  test("has every name listed in docs/api.md", () => {
    const page = readFileSync(join(root, "docs/api.md"), "utf8");
    const documentedNames = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
      ([, cell = ""]) => [...cell.matchAll(/\w+/g)].map(([name]) => name),
    );
    const missing = names.map(({ name }) => name).filter((name) => !documentedNames.includes(name));
    expect([
      ...missing,
      ...(names.some(({ name }) => name === "SearchIndex") ? [] : ["?"]),
    ]).toEqual([]);
  });

  test("exports no name that the DOM already has", () => {
    const dom = ["Document", "Element", "Event", "Node", "Request", "Response", "Text", "Worker"];
    expect(names.map(({ name }) => name).filter((name) => dom.includes(name))).toEqual([]);
  });
});

describe("the checker detects an entry point that breaks a rule", () => {
  const broken = new Map([
    ["src/a/index.ts", 'export * from "./b.ts";\nexport { x as y, type T } from "./c.ts";\n'],
    ["src/a/b.ts", "/** Documented. */\nexport const one = 1;\nexport function bare() {}\n"],
    ["src/a/c.ts", "/** Documented. */\nexport const x = 1;\n\nexport interface T {}\n"],
  ]);

  test("lists names with their kinds and whether they are documented", () => {
    const names = listExports(broken, "src/a/index.ts");
    expect(names.map(({ name, isType, isDocumented }) => [name, isType, isDocumented])).toEqual([
      ["T", true, false],
      ["bare", false, false],
      ["one", false, true],
      ["y", false, true],
    ]);
    expect(() =>
      listExports(
        new Map([...broken, ["src/a/index.ts", 'export { z } from "./c.ts";']]),
        "src/a/index.ts",
      ),
    ).toThrow("has no z");
  });

  test("distinguishes re-exports from code", () => {
    expect(hasOnlyReexports('/** An entry point. */\n\nexport type { A } from "./a.ts";\n')).toBe(
      true,
    );
    expect(hasOnlyReexports('export * from "./a.ts";\nexport const x = 1;\n')).toBe(false);
  });
});

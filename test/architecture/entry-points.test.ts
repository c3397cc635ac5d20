import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { hasOnlyReexports, listExports } from "./entry-points.ts";
import { TOP_MODULES } from "./module-order.ts";

const root = join(import.meta.dirname, "../..");
const sources = new Map(
  readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file), readFileSync(file, "utf8")]),
);
const entryPoints = [
  ...TOP_MODULES.map((moduleName) => `src/${moduleName}/index.ts`),
  "src/index.ts",
  "src/node.ts",
  "src/browser.ts",
];

/** The operations of the engine are many, and who writes a model needs them all; their types come on top. */
const MANY_TYPES = new Set(["src/tensor/index.ts"]);

describe.each(entryPoints)("%s", (entryPoint) => {
  const names = listExports(sources, entryPoint);

  test("passes on at most 60 names, and does nothing else", () => {
    const counted = MANY_TYPES.has(entryPoint) ? names.filter(({ isType }) => !isType) : names;
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.length).toBeLessThanOrEqual(60);
    expect(hasOnlyReexports(sources.get(entryPoint) ?? "")).toBe(true);
  });

  test("gives out no name without a comment that says what it is", () => {
    const bare = names.filter(({ isDocumented }) => !isDocumented);
    expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});

describe("the root door", () => {
  const names = listExports(sources, "src/index.ts");

  test("gives out at most 45 values, most of them the facade's", () => {
    const values = names.filter(({ isType }) => !isType);
    expect(values.length).toBeLessThanOrEqual(45);
    const own = values.filter(({ file }) => file.startsWith("src/search/"));
    expect(2 * own.length).toBeGreaterThan(values.length);
  });

  test("is listed in docs/api.md, name by name", () => {
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

  test("has no name of the DOM", () => {
    const dom = ["Document", "Element", "Event", "Node", "Request", "Response", "Text", "Worker"];
    expect(names.map(({ name }) => name).filter((name) => dom.includes(name))).toEqual([]);
  });
});

describe("the test of the test: a door that breaks a rule is noticed", () => {
  const broken = new Map([
    ["src/a/index.ts", 'export * from "./b.ts";\nexport { x as y, type T } from "./c.ts";\n'],
    ["src/a/b.ts", "/** Said. */\nexport const told = 1;\nexport function bare() {}\n"],
    ["src/a/c.ts", "/** Said. */\nexport const x = 1;\n\nexport interface T {}\n"],
  ]);

  test("by its names, their kinds and their comments", () => {
    const names = listExports(broken, "src/a/index.ts");
    expect(names.map(({ name, isType, isDocumented }) => [name, isType, isDocumented])).toEqual([
      ["T", true, false],
      ["bare", false, false],
      ["told", false, true],
      ["y", false, true],
    ]);
    expect(() =>
      listExports(
        new Map([...broken, ["src/a/index.ts", 'export { z } from "./c.ts";']]),
        "src/a/index.ts",
      ),
    ).toThrow("has no z");
  });

  test("by what it does itself", () => {
    expect(hasOnlyReexports('/** A door. */\n\nexport type { A } from "./a.ts";\n')).toBe(true);
    expect(hasOnlyReexports('export * from "./a.ts";\nexport const x = 1;\n')).toBe(false);
  });
});

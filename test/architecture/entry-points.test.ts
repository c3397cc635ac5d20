import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { hasOnlyReexports, listEntryPoints, listExports } from "./entry-points.ts";
import { TOP_MODULES } from "./module-order.ts";

const root = join(import.meta.dirname, "../..");
const sources = new Map(
  readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file), readFileSync(file, "utf8")]),
);
const published = listEntryPoints(
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports,
);
const moduleEntryPoints = TOP_MODULES.map((moduleName) => `src/${moduleName}/index.ts`).filter(
  (path) => sources.has(path),
);
const entryPoints = new Set([...moduleEntryPoints, ...published.values()]);

/** A group of modules has more names than one module; each is listed by name. */
const MAX_NAMES = 130;

describe.each(
  [...entryPoints].filter((path) => path.startsWith("src/") && !path.endsWith("-thread.ts")),
)("%s", (entryPoint) => {
  const names = listExports(sources, entryPoint);

  test(`passes on at most ${MAX_NAMES} names, and does nothing else`, () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
    expect(hasOnlyReexports(sources.get(entryPoint) ?? "")).toBe(true);
  });

  test("documents every exported name", () => {
    const bare = names.filter(({ isDocumented }) => !isDocumented);
    expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});

describe("the package", () => {
  test("has at most 14 entry points with at most 600 names", () => {
    const names = [...published.values()].flatMap((path) =>
      path.startsWith("src/") ? listExports(sources, path) : [],
    );
    expect(published.size).toBeLessThanOrEqual(14);
    expect(names.length).toBeGreaterThan(300);
    expect(names.length).toBeLessThanOrEqual(600);
  });

  test("gives each entry point a line in docs/api.md, and no other", () => {
    const page = readFileSync(join(root, "docs/api.md"), "utf8");
    const [, section = ""] = page.split(/^## Entry points$/m);
    const documented = [
      ...(section.split(/^## /m)[0] ?? "").matchAll(/^\| `termwise(\/[\w-]+)?` \|/gm),
    ];
    expect(documented.map(([, subpath = ""]) => `.${subpath}`)).toEqual([...published.keys()]);
  });

  test("has at most 25 scripts", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(Object.keys(scripts as object).length).toBeLessThanOrEqual(25);
  });
});

describe("the main entry point", () => {
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

describe("the test of the test: an entry point that breaks a rule is noticed", () => {
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

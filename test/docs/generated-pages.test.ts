/** Pages that are made from other files of the project: `npm run docs:pages` makes them anew. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDocumentGroups, renderLlmsTxt } from "../../scripts/docs-index.mjs";
import { listEntryPoints, listExports } from "../architecture/entry-points.ts";
import { renderApiReference } from "./api-reference.ts";
import { parseDeclaration } from "./declarations.ts";

const root = join(import.meta.dirname, "../..");
const sources = new Map(
  ["src", "adapters"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => [join(folder, name), readFileSync(join(root, folder, name), "utf8")] as const),
  ),
);
const entryPoints = listEntryPoints(
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports,
);

describe("docs/reference.md", () => {
  const page = renderApiReference(entryPoints, sources);

  test("is what the sources give", async () => {
    await expect(page).toMatchFileSnapshot(join(root, "docs/reference.md"));
  });

  test.each([...entryPoints].filter(([, path]) => !path.endsWith("-thread.ts")))(
    "has a section for %s with all of its names",
    (subpath, path) => {
      const [, after = ""] = page.split(`## termwise${subpath.slice(1)}\n`);
      const [section = ""] = after.split("\n## ");
      const names = listExports(sources, path).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(
        names.filter(
          (name) => !section.includes(`**${name}**`) && !section.includes(`\`${name}\``),
        ),
      ).toEqual([]);
    },
  );
});

describe("the index of the documents", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const groups = parseDocumentGroups(readme);

  test("has every page of docs/ in one group", () => {
    const listed = groups
      .flatMap(({ pages }) => pages.map(({ path }) => path))
      .filter((path) => path.startsWith("docs/"));
    const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
    expect(listed.toSorted()).toEqual(pages.map((name) => `docs/${name}`).toSorted());
  });

  test("has the research pages in a group of their own", () => {
    const research = groups.find(({ name }) => name === "Research");
    expect(research?.pages.map(({ label }) => label)).toContain("replication");
  });

  test("gives llms.txt", async () => {
    const text = renderLlmsTxt(readme, (path) => readFileSync(join(root, path), "utf8"));
    await expect(text).toMatchFileSnapshot(join(root, "llms.txt"));
  });

  test("has a line of llms.txt for each page: title, path, first sentence", () => {
    const pages = new Map([["docs/a.md", "# The A\n\nAn *a* of [b](b.md#c).\nMore: text.\n"]]);
    const text = "# P\n\n**Search** it. More.\n\n## Documentation\n\n- **Use**: [a](docs/a.md)\n";
    expect(renderLlmsTxt(text, (path) => pages.get(path) ?? "")).toBe(
      "# P\n\n> Search it. More.\n\n## Use\n\n- [The A](docs/a.md): An *a* of b.\n",
    );
  });
});

describe("a declaration in short", () => {
  const parse = (text: string) => parseDeclaration(text, "x");

  test("of a function is its signature without the body", () => {
    const text =
      "/** Does it. Then more. */\nexport function x(\n  a: { b: string },\n  c = 1,\n): { d: number } {\n  return 1;\n}\n";
    expect(parse(text)).toEqual({
      signatures: ["function x(a: { b: string }, c = 1): { d: number }"],
      summary: "Does it.",
      members: [],
    });
  });

  test("of overloads leaves out the implementation", () => {
    const text =
      "export function x(a: string): string;\nexport function x(a: number): number;\nexport function x(a: any) {}\n";
    expect(parse(text).signatures).toEqual([
      "function x(a: string): string",
      "function x(a: number): number",
    ]);
  });

  test("of an interface lists its members, of a type its text, of a constant its type", () => {
    expect(
      parse("export interface x<T> extends Y {\n  /** A. */\n  readonly a?: T;\n  b(): void;\n}\n")
        .signatures,
    ).toEqual(["interface x<T> extends Y { a?, b() }"]);
    expect(parse('export type x =\n  | "a"\n  | { b: 1 };\n').signatures).toEqual([
      'type x = "a" | { b: 1 }',
    ]);
    expect(parse("export const x: Map<string, () => void> = new Map();\n").signatures).toEqual([
      "const x: Map<string, () => void>",
    ]);
  });

  test("of a class lists its public members", () => {
    const text =
      "export class x {\n  readonly a: string;\n  readonly #b = 1;\n  #g = 1;\n  private c = 2;\n  constructor(a: string) {\n    this.a = a;\n  }\n  async d(): Promise<{ e: 1 }> {\n    return f;\n  }\n}\n";
    expect(parse(text)).toMatchObject({
      signatures: ["class x"],
      members: ["readonly a: string", "constructor(a: string)", "d(): Promise<{ e: 1 }>"],
    });
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  parseAnchors,
  parseRelativeLinks,
  parseRunnableBlocks,
  parseSourceNames,
} from "./documents.ts";

const root = join(import.meta.dirname, "../..");
const scratch = join(root, ".build/documents");
const cli = join(root, "dist/apps/cli/main.js");

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** The source files, as "/" and their path. */
const sources = [
  "adapters",
  "apps",
  "bench",
  "examples",
  "experiments",
  "kernels",
  "scripts",
  "src",
  "test",
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (name) => `/${folder}/${name}`,
  ),
);

const findMissingSources = (markdown: string): string[] =>
  parseSourceNames(markdown).filter((name) => !sources.some((path) => path.endsWith(`/${name}`)));

/** Runs a block at the project root, like a reader, on the built package. */
function run(language: "js" | "sh", code: string, name: string): string {
  mkdirSync(scratch, { recursive: true });
  const file = join(
    scratch,
    `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.${language === "js" ? "mjs" : "sh"}`,
  );
  const program = `termwise() { node ${cli} "$@"; }; npx() { shift; termwise "$@"; }\nset -e\n`;
  writeFileSync(file, language === "js" ? code : program + code);
  const result = spawnSync(language === "js" ? process.execPath : "bash", [file], {
    cwd: root,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (result.status !== 0) throw new Error(`${name} failed:\n${result.stderr}`);
  return result.stdout;
}

describe.each(documents)("%s", (document) => {
  const markdown = readFileSync(join(root, document), "utf8");

  test("links only to files and headings that exist", () => {
    const missing = parseRelativeLinks(markdown).filter(({ file, anchor }) => {
      const path = file === "" ? join(root, document) : join(root, dirname(document), file);
      if (!existsSync(path)) return true;
      if (anchor === undefined || !path.endsWith(".md")) return false;
      return !parseAnchors(readFileSync(path, "utf8")).has(anchor);
    });
    expect(missing).toEqual([]);
  });

  test("names only source files that exist", () => {
    expect(findMissingSources(markdown)).toEqual([]);
  });

  const blocks = parseRunnableBlocks(markdown);
  if (blocks.length > 0) {
    test.each(blocks)(
      "line $line prints its documented output",
      ({ language, code, prints, line }) => {
        const printed = run(language, code, `${document}-${line}`);
        if (prints !== undefined) expect(printed.trimEnd()).toBe(prints.trimEnd());
      },
    );
  }
});

test("the documents have examples to run", () => {
  const count = documents.flatMap((d) =>
    parseRunnableBlocks(readFileSync(join(root, d), "utf8")),
  ).length;
  expect(count).toBeGreaterThanOrEqual(5);
});

test("the checker detects a wrong output, a broken link and a missing source file", () => {
  const [block] = parseRunnableBlocks("```js run\nconsole.log(1);\n```\n\n```text\n2\n```\n");
  expect(block).toMatchObject({ language: "js", code: "console.log(1);", prints: "2", line: 1 });
  expect(run("js", block?.code ?? "", "self-test")).not.toBe("2\n");
  expect(parseRelativeLinks("[a](nowhere.md#x) [b](https://example.org) [c](#here)")).toEqual([
    { file: "nowhere.md", anchor: "x" },
    { file: "", anchor: "here" },
  ]);
  const names =
    "`documents.ts`, `docs/documents.ts`, `nowhere.test.ts`, `src/nowhere.mjs`, `./x.ts`";
  expect(findMissingSources(names)).toEqual(["nowhere.test.ts", "src/nowhere.mjs"]);
});

/**
 * The thread of the sockets loads no engine: other threads search and write. Twenty megabytes of a
 * server were code that its first thread never ran.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { listLoadedFiles } from "./import-graph.ts";

const root = join(import.meta.dirname, "../..");
const sources = new Map(
  ["src", "apps", "adapters"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file): [string, string] => [relative(root, file), readFileSync(file, "utf8")]),
  ),
);

/** Parsers of what requests have, which load nothing else. */
const PARSERS = [
  "src/ranking/needs-query-vector.ts",
  "src/search/boost-text.ts",
  "src/search/filter-text.ts",
  "src/search/filter.ts",
];

test("files that are loaded at once are those of imports, but for types and later ones", () => {
  const code = new Map([
    [
      "a.ts",
      'import { b } from "./b.ts";\nimport type { C } from "./c.ts";\nexport * from "./e.ts";',
    ],
    ["b.ts", 'const d = await import("./d.ts");'],
    ...["c.ts", "d.ts", "e.ts"].map((path): [string, string] => [path, ""]),
  ]);
  expect(listLoadedFiles(code, "a.ts")).toEqual(["a.ts", "b.ts", "e.ts"]);
});

test.each(["apps/cli/serve.ts", "apps/server/serve.ts"])(
  "%s loads declarations, storage and parsers, and nothing else of the library",
  (entry) => {
    const loaded = listLoadedFiles(sources, entry);
    expect(loaded.length).toBeGreaterThan(5);
    const others = loaded.filter(
      (path) =>
        !/^(?:apps\/(?:cli|server)|src\/(?:api|common|storage))\//.test(path) &&
        !PARSERS.includes(path),
    );
    expect(others).toEqual([]);
  },
);

/** How many files a reader follows from a line of JSON to a hit. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const dist = `${pathToFileURL(join(import.meta.dirname, "../../dist")).href}/`;

/** A reader loses the thread beyond this. Lower it when files are merged; do not raise it. */
const MAX_FILES = 49;

type FunctionsByFile = Readonly<Record<string, readonly string[]>>;

test(`a document passes at most ${MAX_FILES} files from a line of JSON to a hit`, () => {
  const program = join(import.meta.dirname, "document-path.mjs");
  const node = spawnSync(process.execPath, [program, dist], { encoding: "utf8" });
  expect(node.stderr).toBe("");
  const { passed, called } = JSON.parse(node.stdout) as Record<
    "passed" | "called",
    FunctionsByFile
  >;
  const files = Object.keys(passed);
  console.log(
    `a document passes ${files.length} files, of ${Object.keys(called).length} with a call in them`,
    files.join("\n"),
  );
  // The ends of the path, so that a count of nothing does not pass.
  expect(files).toContain("src/collection/formats/json-lines.ts");
  expect(files).toContain("src/text/tokeniser.ts");
  expect(files).toContain("src/search/search-document.ts");
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
});

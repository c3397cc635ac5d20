/** `termwise ciff`: from an index to a file and back. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { ciff } from "./ciff.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { indexCollection } from "./index-collection.ts";
import { search } from "./search.ts";

const folder = createTemporaryFolder("ciff");
const [index, again] = [join(folder, "index"), join(folder, "again")];
const run = createCommandRunner(new NodeFiles(), [ciff, indexCollection, search]);

async function searchIds(path: string): Promise<string[]> {
  const { out } = await run("search", path, "wings", "--json", "--quiet");
  return JSON.parse(out).hits.map(
    ({ id, score }: { id: string; score: number }) => `${id} ${score}`,
  );
}

test("an index becomes a compressed file, and the file an index that ranks alike", async () => {
  const documents = join(folder, "documents.jsonl");
  writeFileSync(
    documents,
    '{"id":"d1","text":"flutter of a wing"}\n{"id":"d2","text":"heat in wings"}\n',
  );
  const plain = ["--reading", "plain", "--quiet"];
  expect((await run("index", documents, "--out", index, ...plain)).code).toBe(0);
  const file = join(folder, "index.ciff.gz");
  expect((await run("ciff", index, "--out", file)).out).toMatch(
    /^wrote .*index\.ciff\.gz, \d+ bytes/,
  );
  const made = await run("ciff", file, "--out", again, "--quiet");
  expect(made.out).toContain("2 documents, 3 terms in");
  expect(await searchIds(again)).toEqual(await searchIds(index));
});

test("a file that is no CIFF leaves nothing behind", async () => {
  const other = join(folder, "other.ciff");
  writeFileSync(other, "no lists");
  const { code, note } = await run("ciff", other, "--out", join(folder, "none"), "--quiet");
  expect(code).toBe(3);
  expect(note).toContain("CIFF file");
  expect(await new NodeFiles().kind(join(folder, "none"))).toBeUndefined();
});

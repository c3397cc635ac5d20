/**
 * An open index on threads and in a folder, as built: Node 20 runs no
 * TypeScript in a worker, so these tests import `dist`, which `npm test` builds
 * first.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const { createIndex, openIndex } = (await import(
  new URL("../../dist/src/index.js", import.meta.url).href
)) as typeof import("../../src/index.ts");

const documents = Array.from({ length: 500 }, (_, i) => ({
  id: i,
  text: `word ${i % 7 === 0 ? "seven " : ""}${i % 5 === 0 ? "five five " : ""}${"x ".repeat(i % 11)}`,
  group: i % 3,
}));

describe("an index on threads", () => {
  test("returns the same results as without threads, also with filters, after changes, and for concurrent queries", async () => {
    const [plain, threaded] = [await createIndex(), await createIndex({ threads: 2 })];
    for (const index of [plain, threaded]) {
      await index.add(documents);
      await index.put({ id: 35, text: "seven", group: 9 });
      await index.delete([70, 105]);
    }
    const options = [
      {},
      { limit: 3, offset: 2 },
      { filter: { group: 1 } },
      { filter: { group: { in: [9] } } },
      { ranker: "lm" },
      { minMatch: 2 },
      { syntax: true, snippet: true },
    ];
    for (const each of options) {
      const comparisons = ["seven five", "word -five", "nothing", ""].map(async (query) => {
        const { took: _, ...expected } = await plain.search(query, each);
        const { took: __, ...response } = await threaded.search(query, each);
        expect(response).toEqual(expected);
        return response.total;
      });
      expect(Math.max(...(await Promise.all(comparisons)))).toBeGreaterThan(0);
    }
    await threaded.close();
    await expect(threaded.search("seven")).rejects.toThrow("the index is closed");
  });

  test("ends with its process even if it is not closed", () => {
    const program = `import { createIndex } from "termwise";
const index = await createIndex({ threads: 2 });
await index.add({ id: 1, text: "x" });
console.log((await index.search("x")).total);`;
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { encoding: "utf8", timeout: 25_000, cwd: join(import.meta.dirname, "../..") },
    );
    expect([status, stdout]).toEqual([0, "1\n"]);
  });
});

describe("an index in a folder", () => {
  test("has every acknowledged change on disk when its process dies, visible to another process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "termwise-facade-"));
    try {
      const index = await createIndex(folder);
      await index.add({ id: "here", text: "word" });
      await index.close();
      const reader = await openIndex(folder);
      const program = `import { openIndex } from "termwise";
const index = await openIndex(${JSON.stringify(folder)});
await index.put([{ id: "there", text: "word" }, { id: "here", text: "changed word", n: 1 }]);
process.kill(process.pid, "SIGKILL");`;
      const { signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
        cwd: join(import.meta.dirname, "../.."),
      });
      expect(signal).toBe("SIGKILL");
      expect((await reader.search("word")).total).toBe(1);
      expect(await reader.refresh()).toBe(true);
      expect((await reader.search("word")).total).toBe(2);
      expect(await reader.get("here")).toEqual({ id: "here", text: "changed word", n: 1 });
      await reader.add({ id: "more", text: "the lock of a dead process is taken over" });
      expect(await reader.count()).toBe(3);
      await reader.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

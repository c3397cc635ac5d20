/**
 * Threads of the built server: a failed thread fails only its own task, and memory is checked
 * before it is allocated.
 */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const toUrl = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;
const { TaskThread } = (await import(
  toUrl("apps/server/engine/task-thread.js")
)) as typeof import("../../apps/server/engine/task-thread.ts");
const { ThreadedEngine } = (await import(
  toUrl("apps/server/engine/threaded-engine.js")
)) as typeof import("../../apps/server/engine/threaded-engine.ts");
const { createIndex } = (await import(
  toUrl("src/search/index.js")
)) as typeof import("../../src/search/index.ts");

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "termwise-threads-"));
  const index = await createIndex(join(root, "words"));
  await index.add([{ id: "plain", text: "some plain words" }]);
  await index.close();
});
afterAll(() => rm(root, { recursive: true }));

const search = { name: "search", input: { index: "words", request: { query: "plain" } } } as const;

test("a thread that times out fails one task, and another thread runs the next ones", async () => {
  const thread = new TaskThread({ root }, { heap: 512 });
  const late = thread.run(search, { patience: 1 }); // starting takes longer
  const others = [thread.run(search), thread.run(search)];
  await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE", message: "it took too long" });
  for (const json of await Promise.all(others)) expect(JSON.parse(json).hits[0].id).toBe("plain");
  await thread.close();
});

test("JSON that exceeds the memory of a thread is refused before parsing, without affecting others", async () => {
  const engine = new ThreadedEngine({ root }, { readers: 1, memory: 96 });
  const block = new Uint8Array(1_048_576).fill(0x2c); // commas
  for (let i = 0; i < block.length; i += 2) block[i] = 0x30; // zeros
  const blocks = async function* () {
    yield new TextEncoder().encode("[");
    for (let i = 0; i < 12; i++) yield block.slice();
    yield new TextEncoder().encode("0]");
  };
  const input = { index: "words", format: "json", change: "put" } as const;
  // Six million values of a hundred bytes each; the heap has less than a sixth of that.
  const put = engine.write("putDocuments", input, { blocks: blocks() });
  await expect(put).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  await expect(put).rejects.toThrow(/^the body needs about \d+ MB of memory, and there are \d+;/);
  const result = await engine.read("search", search.input);
  expect(JSON.parse(result).hits[0].id).toBe("plain");
  await engine.close();
});

test.runIf(process.platform === "linux")(
  "threads that do tasks have a lower priority than the thread of the sockets",
  async () => {
    const own = getPriority();
    /** Threads of this process that are five steps lower than this one. */
    const countLower = async (): Promise<number> => {
      const tasks = await readdir("/proc/self/task");
      const stats = await Promise.all(
        tasks.map((task) => readFile(`/proc/self/task/${task}/stat`, "latin1").catch(() => "")),
      );
      const fields = stats.map((stat) => stat.slice(stat.lastIndexOf(")") + 2).split(" "));
      return fields.filter(({ 16: nice }) => Number(nice) === Math.min(19, own + 5)).length;
    };
    const before = await countLower();
    const engine = new ThreadedEngine({ root }, { readers: 2 });
    await Promise.all([engine.read("search", search.input), engine.read("search", search.input)]);
    expect((await countLower()) - before).toBe(2);
    expect(getPriority()).toBe(own);
    await engine.close();
  },
);

test("a thread that searches loads nothing that trains or re-ranks if there is no model", async () => {
  const { listModules } = (await import(
    toUrl("src/common/node-load-modules.js")
  )) as typeof import("../../src/common/node-load-modules.ts");
  const { isNeededModule } = (await import(
    toUrl("apps/server/engine/needed-modules.js")
  )) as typeof import("../../apps/server/engine/needed-modules.ts");
  const list = (hasModels: boolean): string[] =>
    listModules(toUrl("apps/server/engine/engine-worker.js"), (module) =>
      isNeededModule(module, { isReader: true, hasModels, hasCluster: false }),
    );
  const neural = /\/src\/(?:tensor|models|scoring|training)\//;
  expect(list(false).filter((module) => neural.test(module))).toEqual([]);
  expect(list(true).filter((module) => neural.test(module)).length).toBeGreaterThan(100);
});

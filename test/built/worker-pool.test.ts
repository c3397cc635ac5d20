/**
 * The worker pool as built: Node 20 runs no TypeScript in a worker, so these
 * tests import `dist`, which `npm test` builds first.
 */

import { afterEach, describe, expect, test } from "vitest";

const { openWorkerPool, shareableBytes, TermwiseError } = (await import(
  new URL("../../dist/src/common/index.js", import.meta.url).href
)) as typeof import("../../src/common/index.ts");

const TASKS = new URL("./worker-tasks.mjs", import.meta.url);
const open: { close(): Promise<void> }[] = [];

async function pool(threads: number, module: URL = TASKS) {
  const opened = await openWorkerPool(module, threads);
  open.push(opened);
  return opened;
}

afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close();
});

describe.each([0, 1, 3])("a pool of %i threads", (threads) => {
  test("runs calls and gives each caller its own answer", async () => {
    const workers = await pool(threads);
    expect(workers.threads).toBe(threads);
    const inputs = Array.from({ length: 50 }, (_, i) => i);
    const outputs = await Promise.all(inputs.map((i) => workers.run<number>("double", i)));
    expect(outputs).toEqual(inputs.map((i) => 2 * i));
  });

  test("shows all threads the same shared memory", async () => {
    const workers = await pool(threads);
    const bytes = shareableBytes(4);
    await Promise.all(Array.from({ length: 40 }, () => workers.run("addOne", bytes)));
    expect(new Int32Array(bytes.buffer)[0]).toBe(40);
  });

  test("hands an error to its caller and goes on", async () => {
    const workers = await pool(threads);
    await expect(workers.run("fail", { message: "odd" })).rejects.toMatchObject({
      name: "OddError",
      message: "odd",
    });
    await expect(workers.run("absent", 1)).rejects.toThrow("exports no function absent");
    expect(await workers.run("double", 4)).toBe(8);
  });

  test("refuses calls once it is closed", async () => {
    const workers = await pool(threads);
    await workers.close();
    await expect(workers.run("double", 1)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

test("our own errors keep their class and code across threads", async () => {
  const workers = await pool(1);
  const error = await workers.run("absent", 1).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TermwiseError);
  expect(error).toHaveProperty("code", "BAD_ARGUMENT");
});

test("closing rejects what is running and what waits", async () => {
  const workers = await pool(1);
  const calls = [workers.run("wait", 60_000), workers.run("wait", 1)];
  const ends = Promise.allSettled(calls);
  await workers.close();
  for (const end of await ends) {
    expect(end).toMatchObject({ status: "rejected", reason: { code: "CANCELLED" } });
  }
});

test("a thread that dies fails its own call only and is replaced", async () => {
  const workers = await pool(1);
  const death = workers.run("die", null);
  const after = workers.run("double", 21);
  await expect(death).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(await after).toBe(42);
  expect(workers.threads).toBe(1);
});

test("an input that cannot be copied is refused and blocks nothing", async () => {
  const workers = await pool(1);
  await expect(workers.run("double", () => 1)).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  expect(await workers.run("double", 1)).toBe(2);
});

test("falls back to the calling thread where workers cannot start", async () => {
  const { startThread } = (await import(
    new URL("../../src/common/threads/thread.ts", import.meta.url).href
  )) as typeof import("../../src/common/threads/thread.ts");
  // From the sources there is no built entry for a worker to load.
  await expect(startThread(TASKS.href, { reply() {}, died() {} })).rejects.toThrow();
  const { openWorkerPool: openFromSources } = await import("../../src/common/index.ts");
  const workers = await openFromSources(TASKS, 2);
  expect(workers.threads).toBe(0);
  expect(await workers.run("double", 3)).toBe(6);
});

test("a module that cannot be loaded is an error that names it", async () => {
  await expect(pool(2, new URL("./no-such-tasks.mjs", import.meta.url))).rejects.toThrow(
    "no-such-tasks.mjs",
  );
});

test.each([-1, 1.5, NaN])("rejects %s threads", async (threads) => {
  await expect(pool(threads)).rejects.toThrow("threads must be a whole number");
});

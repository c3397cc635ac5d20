/**
 * The worker pool as built: Node 20 runs no TypeScript in a worker, so these
 * tests import `dist`, which `npm test` builds first.
 */

import { afterEach, describe, expect, test } from "vitest";
import type { ThreadModule } from "../../src/common/index.ts";

const { openWorkerPool, shareableBytes, TermwiseError } = (await import(
  new URL("../../dist/src/common/index.js", import.meta.url).href
)) as typeof import("../../src/common/index.ts");

const TASKS: ThreadModule = {
  load: () => import(new URL("./worker-tasks.mjs", import.meta.url).href),
  worker: () => {
    throw new Error("Node starts the file itself");
  },
  file: "./worker-tasks-thread.mjs",
  base: import.meta.url,
};
const open: { close(): Promise<void> }[] = [];

async function openPool(threads: number, module = TASKS) {
  const opened = await openWorkerPool(module, threads);
  open.push(opened);
  return opened;
}

afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close();
});

describe.each([0, 1, 3])("a pool of %i threads", (threads) => {
  test("runs calls and returns to each caller its own result", async () => {
    const workers = await openPool(threads);
    expect(workers.threads).toBe(threads);
    const inputs = Array.from({ length: 50 }, (_, i) => i);
    const outputs = await Promise.all(inputs.map((i) => workers.run<number>("double", i)));
    expect(outputs).toEqual(inputs.map((i) => 2 * i));
  });

  test("shares memory with all threads", async () => {
    const workers = await openPool(threads);
    const bytes = shareableBytes(4);
    await Promise.all(Array.from({ length: 40 }, () => workers.run("addOne", bytes)));
    expect(new Int32Array(bytes.buffer)[0]).toBe(40);
  });

  test("rethrows an error to its caller and continues", async () => {
    const workers = await openPool(threads);
    await expect(workers.run("fail", { message: "odd" })).rejects.toMatchObject({
      name: "OddError",
      message: "odd",
    });
    await expect(workers.run("absent", 1)).rejects.toThrow("exports no function absent");
    expect(await workers.run("double", 4)).toBe(8);
  });

  test("refuses calls once it is closed", async () => {
    const workers = await openPool(threads);
    await workers.close();
    await expect(workers.run("double", 1)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

test("our own errors keep their class and code across threads", async () => {
  const workers = await openPool(1);
  const error = await workers.run("absent", 1).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TermwiseError);
  expect(error).toHaveProperty("code", "BAD_ARGUMENT");
});

test("closing rejects running and waiting calls", async () => {
  const workers = await openPool(1);
  const calls = [workers.run("wait", 60_000), workers.run("wait", 1)];
  const ends = Promise.allSettled(calls);
  await workers.close();
  for (const end of await ends) {
    expect(end).toMatchObject({ status: "rejected", reason: { code: "CANCELLED" } });
  }
});

test("a call whose signal is aborted rejects at once and blocks no other", async () => {
  const workers = await openPool(1);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = workers.run("wait", 300, running.signal);
  const second = workers.run("die", null, waiting.signal);
  const third = workers.run("double", 5);
  waiting.abort(new Error("typed on"));
  running.abort(new Error("typed on"));
  await expect(first).rejects.toThrow("typed on");
  await expect(second).rejects.toThrow("typed on");
  expect(await third).toBe(10);
  await expect(workers.run("double", 1, running.signal)).rejects.toThrow("typed on");
});

test("a thread that dies fails only its own call and is replaced", async () => {
  const workers = await openPool(1);
  const death = workers.run("die", null);
  const after = workers.run("double", 21);
  await expect(death).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(await after).toBe(42);
  expect(workers.threads).toBe(1);
});

test("an input that cannot be copied is refused and blocks nothing", async () => {
  const workers = await openPool(1);
  await expect(workers.run("double", () => 1)).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  expect(await workers.run("double", 1)).toBe(2);
});

test("falls back to the calling thread if workers cannot start", async () => {
  const workers = await openPool(2, { ...TASKS, file: "./no-such-thread.mjs" });
  expect(workers.threads).toBe(0);
  expect(await workers.run("double", 3)).toBe(6);
});

test("a module that cannot be loaded is an error that names it", async () => {
  const address = new URL("./no-such-tasks.mjs", import.meta.url).href;
  const absent = { ...TASKS, load: () => import(address), file: "./no-such-tasks-thread.mjs" };
  await expect(openPool(2, absent)).rejects.toThrow("no-such-tasks.mjs");
});

test.each([-1, 1.5, NaN])("rejects %s threads", async (threads) => {
  await expect(openPool(threads)).rejects.toThrow("threads must be a whole number");
});

import { fork } from "node:child_process";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeLock } from "./node-lock.ts";

const fresh = (): Promise<string> => mkdtemp(join(tmpdir(), "termwise-lock-"));

/** A process number that is free: the child that had it has ended. */
async function deadProcess(): Promise<number> {
  const child = fork("--eval", ["0"], { execArgv: [], stdio: "ignore" });
  await new Promise((resolve) => child.on("exit", resolve));
  return child.pid as number;
}

test("takes over the lock of a dead process and leaves nothing behind", async () => {
  const folder = await fresh();
  const holder = { host: hostname(), process: await deadProcess(), began: "1" };
  await writeFile(join(folder, ".writer.lock"), JSON.stringify(holder));
  await (await takeLock(folder, "writer"))();
  expect(await readdir(folder)).toEqual([]);
});

test("does not take a process that has the dead holder's number for the holder", async () => {
  const folder = await fresh();
  const holder = { host: hostname(), process: process.pid, began: "another life" };
  await writeFile(join(folder, ".writer.lock"), JSON.stringify(holder));
  await (await takeLock(folder, "writer"))();
});

test("takes over a lock file that names nobody", async () => {
  const folder = await fresh();
  await writeFile(join(folder, ".writer.lock"), "");
  await (await takeLock(folder, "writer"))();
});

test("respects a holder on another host, and says how to free the lock", async () => {
  const folder = await fresh();
  const holder = { host: "elsewhere.example", process: 1, began: "1" };
  await writeFile(join(folder, ".writer.lock"), JSON.stringify(holder));
  await expect(takeLock(folder, "writer")).rejects.toMatchObject({
    code: "LOCKED",
    message: expect.stringMatching(/process 1 on elsewhere\.example \(if it is gone, remove /),
  });
});

test("has one winner among many who race for a dead lock", async () => {
  for (let round = 0; round < 20; round++) {
    const folder = await fresh();
    const holder = { host: hostname(), process: 0, began: "" };
    await writeFile(join(folder, ".writer.lock"), JSON.stringify(holder));
    const races = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeLock(folder, "writer")),
    );
    expect(races.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const race of races) {
      if (race.status === "rejected") expect(race.reason).toMatchObject({ code: "LOCKED" });
    }
  }
});

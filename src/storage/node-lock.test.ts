import { fork } from "node:child_process";
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createFreshFolder } from "../../test/faults/stores.ts";
import { acquireLock } from "./node-lock.ts";
import { type LockHolder, readCurrentHolder } from "./node-lock-holder.ts";

/** An unused process id: the child that had it has ended. */
async function deadProcess(): Promise<number> {
  const child = fork("--eval", ["0"], { execArgv: [], stdio: "ignore" });
  await new Promise((resolve) => child.on("exit", resolve));
  return child.pid as number;
}

/** A folder whose lock has this holder, or this text, written some seconds ago. */
async function lockedFolder(holder: Partial<LockHolder> | string, secondsAgo = 0): Promise<string> {
  const folder = await createFreshFolder();
  const path = join(folder, ".writer.lock");
  const text =
    typeof holder === "string"
      ? holder
      : JSON.stringify({ ...(await readCurrentHolder()), ...holder });
  await writeFile(path, text);
  const time = Date.now() / 1000 - secondsAgo;
  await utimes(path, time, time);
  return folder;
}

async function takeAndRelease(folder: string): Promise<void> {
  await (await acquireLock(folder, "writer")).release();
}

describe("a lock is taken over", () => {
  test("from a dead process, without leaving files behind", async () => {
    const folder = await lockedFolder({ process: await deadProcess(), began: "1" });
    await takeAndRelease(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  test("from a dead holder whose process id is in use again", async () => {
    await takeAndRelease(await lockedFolder({ process: process.pid, began: "123" }));
  });

  test.each(["", "\0\0\0\0", '{"ho', '{"host":"x","process":', '{"host":7,"process":1}'])(
    "from no holder, if its file contains %j",
    async (text) => {
      const folder = await lockedFolder(text);
      await takeAndRelease(folder);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.each([
    ["of another machine", { host: "elsewhere.example" }],
    ["of another container of this machine", { namespace: "pid:[1]" }],
    ["of the machine before it was started again", { boot: "earlier" }],
  ])("from a holder %s that has been silent for three minutes", async (_, holder) => {
    const folder = await lockedFolder({ process: 1, ...holder }, 180);
    await takeAndRelease(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  test("by exactly one of many contenders", async () => {
    for (let round = 0; round < 20; round++) {
      const folder = await lockedFolder("");
      const races = await Promise.allSettled(
        Array.from({ length: 8 }, () => acquireLock(folder, "writer")),
      );
      const [winner, ...others] = races.filter(({ status }) => status === "fulfilled");
      expect(others).toEqual([]);
      for (const race of races) {
        if (race.status === "rejected") expect(race.reason).toMatchObject({ code: "LOCKED" });
        else await race.value.release();
      }
      expect(winner).toBeDefined();
      expect(await readdir(folder)).toEqual([]);
    }
  });
});

describe("a lock is respected", () => {
  test.each([
    ["of another machine", { host: "elsewhere.example" }, "process 7 on elsewhere.example"],
    ["of another container of this machine", { namespace: "pid:[1]" }, "process 7 on"],
    ["of a machine with the same name", { boot: "other" }, "process 7 on"],
  ])("while its holder %s sends heartbeats", async (_, holder, label) => {
    const folder = await lockedFolder({ process: 7, began: "1", ...holder }, 60);
    const failure = acquireLock(folder, "writer");
    await expect(failure).rejects.toMatchObject({ code: "LOCKED" });
    await expect(failure).rejects.toThrow(label);
    await expect(failure).rejects.toThrow(/last heard of (60|61) s ago.*if it is gone, remove /);
    expect(await readdir(folder)).toEqual([".writer.lock"]);
  });

  test("by a former holder that releases it after losing it", async () => {
    const folder = await createFreshFolder();
    const first = await acquireLock(folder, "writer");
    expect(await first.isHeld()).toBe(true);
    // As another machine would take it over after a long silence.
    await writeFile(join(folder, "other"), JSON.stringify(await readCurrentHolder()));
    await rename(join(folder, "other"), join(folder, ".writer.lock"));
    expect(await first.isHeld()).toBe(false);
    await first.release();
    expect(await readdir(folder)).toEqual([".writer.lock"]);
  });
});

test("never uses the contents of a lock file as a path", async () => {
  const folder = await createFreshFolder();
  const [project, index] = [join(folder, "project"), join(folder, "index")];
  await mkdir(project);
  await mkdir(index);
  await writeFile(join(project, "yarn.lock"), "# yarn lockfile v1");
  const dead = await deadProcess();
  for (const field of ["host", "began", "boot", "namespace"]) {
    const holder = {
      ...(await readCurrentHolder()),
      process: dead,
      [field]: "/../../project/yarn",
    };
    await writeFile(join(index, ".writer.lock"), JSON.stringify(holder));
    await takeAndRelease(index);
    expect(await readFile(join(project, "yarn.lock"), "utf8")).toBe("# yarn lockfile v1");
    expect([await readdir(project), await readdir(index)]).toEqual([["yarn.lock"], []]);
  }
});

test.each(["# yarn lockfile v1", "x".repeat(5000)])(
  "does not treat a foreign file as a lock, and keeps it: %.12s",
  async (text) => {
    const folder = await lockedFolder(text);
    await expect(acquireLock(folder, "writer")).rejects.toMatchObject({ code: "IO" });
    await expect(acquireLock(folder, "writer")).rejects.toThrow("is not a lock of ours");
    expect(await readFile(join(folder, ".writer.lock"), "utf8")).toBe(text);
    expect(await readdir(folder)).toEqual([".writer.lock"]);
  },
);

test("sends heartbeats while it is held", async () => {
  const folder = await createFreshFolder();
  const path = join(folder, ".writer.lock");
  const lock = await acquireLock(folder, "writer", { heartbeatMs: 5 });
  await utimes(path, 1, 1);
  for (let i = 0; i < 200 && (await stat(path)).mtimeMs < 2000; i++) await sleep(5);
  expect((await stat(path)).mtimeMs).toBeGreaterThan(2000);
  await lock.release();
});

test("removes the claims of killed processes with the next lock, and keeps other files", async () => {
  const folder = await createFreshFolder();
  const claim = JSON.stringify(await readCurrentHolder());
  const old = [
    `.writer.claim-${process.pid}-0`,
    ".writer.claim-9-00000000000000aa",
    ".writer-after-0123456789abcdef.lock",
  ];
  for (const name of old) await writeFile(join(folder, name), claim);
  await writeFile(join(folder, ".writer.claim-10-00000000000000bb"), ""); // the disk was full
  const foreignFiles = [".writer.claim-9-ab", ".writer.notes", ".writer.claim-x"];
  for (const name of foreignFiles) await writeFile(join(folder, name), "my own notes");
  for (const name of await readdir(folder)) await utimes(join(folder, name), 1, 1);
  await writeFile(join(folder, ".writer.claim-11-00000000000000cc"), claim); // possibly active
  await takeAndRelease(folder);
  expect(await readdir(folder)).toEqual(
    [...foreignFiles, ".writer.claim-11-00000000000000cc"].sort(),
  );
});

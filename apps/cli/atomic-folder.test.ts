import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFolderAtomically } from "./atomic-folder.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwise-whole-folder-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("is there whole when it was made, and nothing else is left", async () => {
  await createFolderAtomically(join(root, "model"), (folder) =>
    writeFile(join(folder, "part"), "whole"),
  );
  expect(readdirSync(root)).toEqual(["model"]);
  expect(readdirSync(join(root, "model"))).toEqual(["part"]);
});

test("is not there at all when making it failed", async () => {
  const failing = createFolderAtomically(join(root, "model"), async (folder) => {
    await writeFile(join(folder, "part"), "half");
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  expect(readdirSync(root)).toEqual([]);
});

test("is made by one of two runs at once; the other is refused and harms nothing", async () => {
  const target = join(root, "model");
  const second: unknown[] = [];
  await createFolderAtomically(target, async (folder) => {
    await writeFile(join(folder, "part"), "of the first");
    const other = createFolderAtomically(target, (theirs) =>
      writeFile(join(theirs, "part"), "of the second"),
    );
    second.push(await other.catch((error) => error.code));
  });
  expect(second).toEqual(["LOCKED"]);
  expect(readdirSync(target)).toEqual(["part"]);
  expect(readdirSync(root)).toEqual(["model"]);
});

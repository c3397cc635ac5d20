import { existsSync } from "node:fs";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { isAnyFile, removeOwnFolder } from "./node-remove-folder.ts";

const root = createTemporaryFolder("remove-folder");

async function fill(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(join(folder, "inner"), { recursive: true });
  for (const file of ["a.json", "photo.jpg", "inner/b.json"])
    await writeFile(join(folder, file), "");
  return folder;
}

test("removes its own files and leaves those of others with their folders", async () => {
  const folder = await fill("mixed");
  await writeFile(join(folder, "inner", "notes.txt"), "");
  await removeOwnFolder(folder, (path) => path.endsWith(".json"));
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    "inner",
    "inner/notes.txt",
    "photo.jpg",
  ]);
});

test("removes a folder that is wholly its own, and does not mind a missing one", async () => {
  const folder = await fill("own");
  await removeOwnFolder(folder, isAnyFile);
  expect(existsSync(folder)).toBe(false);
  await removeOwnFolder(folder, isAnyFile);
});

test("removes a link and not what it leads to", async () => {
  const [folder, other] = [await fill("linking"), await fill("linked")];
  await symlink(other, join(folder, "link"));
  await removeOwnFolder(folder, isAnyFile);
  expect(existsSync(folder)).toBe(false);
  expect((await readdir(other)).sort()).toEqual(["a.json", "inner", "photo.jpg"]);
});

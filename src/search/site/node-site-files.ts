/**
 * The files of a site in Node: the built files of `<termwise-search>`, which come with
 * the package, and the removal of old folders.
 */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { removeOwnFolder } from "../../storage/node-remove-folder.ts";

/** The folder that `npm run build` writes them to, relative to this file when it is built. */
const COMPONENT_FOLDER = join(import.meta.dirname, "../../../apps/component");

/** The files by name; none if the package was not built. */
export async function readComponentFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(COMPONENT_FOLDER, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = new Map<string, Uint8Array>();
  for (const each of entries) {
    const path = join(each.parentPath, each.name);
    if (!each.isFile() || !/\.(js|wasm)$/.test(each.name)) continue;
    files.set(
      relative(COMPONENT_FOLDER, path).split(sep).join("/"),
      new Uint8Array(await readFile(path)),
    );
  }
  return files;
}

/** The path of the page cache of a site, below the current folder. */
export function resolvePageCachePath(folder: string): string {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  return join(".termwise", "site", `${hash}.json`);
}

/** The files that `buildSite` writes to its folders. */
const SITE_FILE = /\.(?:pack|js|wasm|json|safetensors|txt)(?:\.[0-9a-f]{16}\.pending)?$/;

/** Removes the files of a folder that `buildSite` has written. A missing folder is not an error. */
export async function removeFolder(path: string): Promise<void> {
  await removeOwnFolder(path, (file) => SITE_FILE.test(file));
}

/** The built files of `<termwise-search>`, which come with the package, in Node. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The folder that `npm run build` writes them to, seen from this file when it is built. */
const COMPONENT_FOLDER = join(import.meta.dirname, "../../../apps/component");

/** The files by name; none where the package was not built. */
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

/** Where what was read of a site is kept, below the folder that the program runs in. */
export function resolvePageCachePath(folder: string): string {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  return join(".termwise", "site", `${hash}.json`);
}

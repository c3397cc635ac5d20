/**
 * A checksum of the code behind an outcome: of one module and every module that it loads, directly
 * or through others. A change of any of them changes the checksum; a change elsewhere does not.
 */

import { computeChecksum } from "./checksum.ts";

/** The text of a module by its URL; undefined if there is none. */
export type ModuleReader = (url: string) => Promise<string | undefined>;

/** Relative paths of imports, dynamic imports and worker modules. */
const IMPORTS = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.{1,2}\/[^"\n]+)"/g;

/**
 * The same for equal code in another folder. Files that an import names but that do not exist are
 * ignored: a worker in source form has the name of its compiled module.
 */
export async function fingerprintCode(module: string, readModule: ModuleReader): Promise<string> {
  const seen = new Set([module]);
  const checksums: string[] = [];
  for (const url of seen) {
    const text = await readModule(url);
    if (text === undefined) continue;
    checksums.push(await computeChecksum(text));
    for (const [, path = ""] of text.matchAll(IMPORTS)) seen.add(new URL(path, url).href);
  }
  return computeChecksum(checksums.sort().join(" "));
}

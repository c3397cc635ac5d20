/** `termwise/node`: the file system, installed packages, and the files of word vectors and weights. */

export {
  findOrInstallPackage,
  findPackage,
  type InstallOptions,
  type PackageOptions,
  removeInstalledPackage,
} from "./collection/packages/index.ts";
export { formatWeightLines, readWeightTable } from "./discrimination/weight-export.ts";
export { type Embeddings, findCachedVectors, openVectors } from "./embeddings/index.ts";
export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";

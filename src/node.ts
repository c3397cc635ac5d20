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
export { COMMIT_FILE, listOwnFiles, removeOwnFiles } from "./index/commits/index.ts";
export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";
export { removeOwnFolder } from "./storage/node-remove-folder.ts";
export { replaceFile } from "./storage/replace-file.ts";
export { toStorageError } from "./storage/storage-errors.ts";

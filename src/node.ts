/** The door to Node: what touches the disk and the installed packages. */

export {
  findOrInstallPackage,
  type InstallOptions,
  removeFetchedPackage,
} from "./collection/packages/node-package-install.ts";
export { findPackage, type PackageOptions } from "./collection/packages/node-packages.ts";
export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";

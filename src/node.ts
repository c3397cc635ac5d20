/** The door to Node: what touches the disk and the installed packages. */

export {
  findOrInstallPackage,
  findPackage,
  type InstallOptions,
  type PackageOptions,
  removeInstalledPackage,
} from "./collection/packages/index.ts";
export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";

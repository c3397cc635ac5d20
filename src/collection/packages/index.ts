/** Finds and installs npm packages of data. Node only. */

export {
  findOrInstallPackage,
  type InstallOptions,
  removeInstalledPackage,
} from "./node-package-install.ts";
export { findPackage, type PackageOptions } from "./node-packages.ts";

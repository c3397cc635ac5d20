/** Finds and installs npm packages of data. For Node alone. */

export { DATA_PACKAGES } from "./data-packages.ts";
export {
  findOrInstallPackage,
  type InstallOptions,
  removeFetchedPackage,
} from "./node-package-install.ts";
export { findPackage, type PackageOptions } from "./node-packages.ts";

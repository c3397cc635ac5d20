/** The door to Node: what touches the disk and the installed packages. */

export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";
export { findOrInstallPackage, type InstallOptions } from "./storage/node-package-install.ts";
export { findPackage, type PackageOptions } from "./storage/node-packages.ts";

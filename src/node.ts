/** The door to Node: what touches the disk and the installed packages. */

export { NodeDirectory } from "./storage/node-directory.ts";
export { NodeFiles } from "./storage/node-files.ts";
export { findPackage, type PackageOptions } from "./storage/node-packages.ts";

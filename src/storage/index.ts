/** Bytes by name, on any platform. Access to the disk is in `termwise/node`. */

export type { Directory, FileWriter } from "./directory.ts";
export type { Files } from "./files.ts";
export { compressGzip, decompress } from "./gzip.ts";
export { HttpDirectory, type HttpDirectoryOptions } from "./http-directory.ts";
export { MemoryDirectory } from "./memory-directory.ts";
export { MemoryFiles } from "./memory-files.ts";
export { OpfsDirectory } from "./opfs-directory.ts";

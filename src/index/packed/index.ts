/** Reads an index that was packed for a web server. */

export { PackedDirectory } from "./packed-directory.ts";

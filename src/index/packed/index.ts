/** An index that was packed for a web server, opened for reading. */

export { OPENING } from "./pack-head.ts";
export { PackedDirectory } from "./packed-directory.ts";

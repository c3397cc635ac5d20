/** An index that was packed for a web server, opened for reading. */

export { PackedDirectory } from "./packed-directory.ts";

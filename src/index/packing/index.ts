/** Packs an index for a web server. packed/ reads it. */

export { packIndex } from "./pack-index.ts";

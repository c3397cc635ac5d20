/** Packs an index for a web server. What reads it is in packed/. */

export { packIndex } from "./pack-index.ts";

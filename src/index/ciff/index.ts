/** The Common Index File Format: indexes of other search engines in, and ours out. */

export { readCiff } from "./read-ciff.ts";
export { writeCiff } from "./write-ciff.ts";

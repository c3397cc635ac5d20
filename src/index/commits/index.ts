/** The current commit of an index and its files. */

export { noIndex, POINTER, readCommit } from "./commit.ts";
export { filesOf } from "./segment-record.ts";

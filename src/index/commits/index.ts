/** The current commit of an index and its files. */

export {
  COMMIT_FILE,
  type Commit,
  decodeCommit,
  indexNotFound,
  isSameCommit,
  listFileNames,
  openCurrent,
  readCommit,
  writeCommit,
} from "./commit.ts";
export { listOwnFiles, removeOwnFiles } from "./remove-index.ts";
export { listFiles } from "./segment-record.ts";

/** The current commit of an index and its files. */

export {
  type Commit,
  commitIn,
  isSameCommit,
  namesOf,
  noIndex,
  POINTER,
  readCommit,
} from "./commit.ts";
export { openCurrent } from "./current-commit.ts";
export { filesOf } from "./segment-record.ts";

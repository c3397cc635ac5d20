/** The names a `Directory` accepts: flat, portable, and unable to leave their folder. */

import { badArgument, quote } from "../common/errors.ts";

/** Returns `name` if every file system accepts it as one plain file; throws otherwise. */
export function checkFileName(name: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(name)) {
    throw badArgument(
      `a file name is 1 to 200 letters, digits, ".", "_" or "-" and does not start with a dot, got ${quote(name)}`,
    );
  }
  return name;
}

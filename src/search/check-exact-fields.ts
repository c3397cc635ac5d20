/** Checks the option `exactFields`. */

import { badArgument, quote } from "../common/errors.ts";
import type { IndexReader } from "./index-reader.ts";

/** `BAD_ARGUMENT` for a name that is not a text field of the index. */
export function checkExactFields({ snapshot }: IndexReader, names: readonly string[]): void {
  const { schema } = snapshot.settings;
  for (const name of names) {
    if (schema?.textFields.some((field) => field.name === name) === true) continue;
    throw badArgument(`exactFields must be text fields of the index, got ${quote(name)}`);
  }
}

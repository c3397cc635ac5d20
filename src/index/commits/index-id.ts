/** The id of an index. */

import { encodeText, hashBytes } from "../../common/bytes/index.ts";
import type { IndexId } from "../files/file-frame.ts";
import type { IndexSettings } from "./commit.ts";

/**
 * Tells an index from others. Taken from its settings and its first document
 * and not at random, so that the same collection gives the same bytes.
 */
export function createIndexId(settings: IndexSettings, first: readonly string[]): IndexId {
  const bytes = encodeText(JSON.stringify([settings, first]));
  const halves = [hashBytes(bytes, 1), hashBytes(bytes, 2)];
  return halves.map((half) => half.toString(16).padStart(8, "0")).join("");
}

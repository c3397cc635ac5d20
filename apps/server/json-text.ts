/**
 * JSON from strangers: valid UTF-8, not nested too deep, said where it is wrong.
 * The depth is measured before the text is parsed.
 */

import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import { LIMITS } from "./limits.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses JSON. `place` is what a sentence calls it, such as "the body". */
export function parseJson(
  bytes: Uint8Array,
  { place, depth = LIMITS.depth }: { readonly place: string; readonly depth?: number },
): unknown {
  if (isDeeper(bytes, depth)) {
    throw new TermwiseError("LIMIT_EXCEEDED", `${place} is nested more than ${depth} deep`);
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw badArgument(`${place} is not UTF-8`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    const at = where === undefined ? "" : ` at character ${where}`;
    throw badArgument(`${place} is not JSON${at}`);
  }
}

/** Whether brackets outside of strings are nested deeper. */
function isDeeper(bytes: Uint8Array, most: number): boolean {
  let [depth, isString] = [0, false];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isString) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

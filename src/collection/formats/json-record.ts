/** Lines of JSON with one object each. */

import { badInput } from "../../common/errors.ts";

/** Parses a line with one JSON object. `BAD_INPUT` with file and line for other text. */
export function parseJsonRecord(
  line: string,
  path: string,
  number: number,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw badInput(path, number, "not valid JSON");
  }
}

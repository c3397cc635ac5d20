/**
 * The values of an address by their names, as `URLSearchParams` reads them. A
 * name that comes twice is refused: one reader takes the first, another the last.
 */

import { HttpFailure } from "./failure.ts";

/** Values by name, of the part behind the first `?`. 400 for a name that comes twice. */
export function parseQueryString(url: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  const end = url.indexOf("#");
  const address = end < 0 ? url : url.slice(0, end);
  const start = address.indexOf("?");
  if (start < 0) return values;
  for (const [name, value] of parsePairs(address.slice(start + 1))) {
    if (name in values) {
      throw new HttpFailure(400, "BAD_ARGUMENT", "a name in the address must not come twice");
    }
    values[name] = value;
  }
  return values;
}

/** Most addresses are plain, and reading them here takes a third of the time. */
function parsePairs(text: string): Iterable<[string, string]> {
  try {
    return text.split("&").flatMap((part): [string, string][] => {
      if (part === "") return [];
      const mark = part.indexOf("=");
      if (mark < 0) return [[decodeComponent(part), ""]];
      return [[decodeComponent(part.slice(0, mark)), decodeComponent(part.slice(mark + 1))]];
    });
  } catch {
    return new URLSearchParams(`&${text}`); // bytes that are not UTF-8, or a percent sign alone
  }
}

function decodeComponent(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}

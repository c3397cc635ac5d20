/** Header lines before an empty line, as HTTP and WARC have them. */

export const LF = 0x0a;
export const CR = 0x0d;

/** Values by lower-case name; a line that starts with white space continues the one before. */
export function parseHeaders(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .slice(1)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** The offset after the first empty line from `from` on; -1 if there is none. */
export function findHeaderEnd(bytes: Uint8Array, from = 0): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}

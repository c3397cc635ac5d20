/** Detects the platform. No other file of the library does. */

/** True in Node and its workers, false in browsers. */
export function isNode(): boolean {
  return typeof process === "object" && process.versions?.node !== undefined;
}

/** Which platform this is. The only file outside `node-*.ts` that asks. */

/** True in Node and its workers, false in browsers. */
export function isNode(): boolean {
  return typeof process === "object" && process.versions?.node !== undefined;
}

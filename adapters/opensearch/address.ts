/** Where a published index is: `opensearch:<url>/<alias>`, with more urls of the same cluster after commas. */

import { badArgument, quote } from "../../src/common/errors.ts";

/** A cluster and the alias of an index on it. */
export interface OpenSearchAddress {
  /** Without path and credentials. */
  readonly nodes: readonly string[];
  readonly alias: string;
  /** Of the first url, if it has them. Better kept in the environment, for others see command lines. */
  readonly username?: string;
  readonly password?: string;
}

const PREFIX = "opensearch:";
const RULE =
  "an address is opensearch:<url>/<alias>, such as opensearch:http://localhost:9200/news";

/** Whether a text is meant as such an address. */
export function isOpenSearchAddress(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Reads an address. `BAD_ARGUMENT` for any other text; passwords are not repeated in it. */
export function parseAddress(text: string): OpenSearchAddress {
  const rest = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : "";
  const slash = rest.lastIndexOf("/");
  const alias = rest.slice(slash + 1);
  const urls = rest.slice(0, Math.max(0, slash)).split(",").map(parseUrl);
  const [first] = urls;
  if (first === undefined || urls.includes(undefined)) throw badArgument(RULE);
  checkAlias(alias);
  return {
    nodes: urls.map((url) => (url as URL).origin),
    alias,
    ...(first.username === "" ? {} : { username: decodeURIComponent(first.username) }),
    ...(first.password === "" ? {} : { password: decodeURIComponent(first.password) }),
  };
}

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}

/** What OpenSearch accepts as the name of an index, with room for what we append. */
function checkAlias(alias: string): void {
  if (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(alias)) return;
  throw badArgument(
    `an alias has lower-case letters, digits, dots, dashes and underscores, got ${quote(alias)}; ${RULE}`,
  );
}

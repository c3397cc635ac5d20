/**
 * The address of a published index: `opensearch:<url>/<alias>`, or `elasticsearch:`, with more urls of
 * the same cluster after commas.
 */

import { badArgument, quote } from "../../src/common/errors.ts";

/** A cluster and the alias of an index on it. */
export interface OpenSearchAddress {
  /** Without path and credentials. */
  readonly nodes: readonly string[];
  readonly alias: string;
  /**
   * Credentials of the first url, if it has any. Prefer the environment, because other users can
   * see command lines.
   */
  readonly username?: string;
  readonly password?: string;
}

const PREFIX = /^(?:opensearch|elasticsearch):/;
const RULE =
  "an address is opensearch:<url>/<alias>, such as opensearch:http://localhost:9200/news";

/** True for a text with the prefix of an address. */
export function isOpenSearchAddress(text: string): boolean {
  return PREFIX.test(text);
}

/** Parses an address. `BAD_ARGUMENT` for any other text; the message never repeats passwords. */
export function parseAddress(text: string): OpenSearchAddress {
  const rest = PREFIX.test(text) ? text.replace(PREFIX, "") : "";
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

/** The rules of OpenSearch for index names, with space for our suffix. */
function checkAlias(alias: string): void {
  if (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(alias)) return;
  throw badArgument(
    `an alias has lower-case letters, digits, dots, dashes and underscores, got ${quote(alias)}; ${RULE}`,
  );
}

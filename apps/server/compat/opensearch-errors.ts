/** Errors as OpenSearch's clients read them: they show `error.root_cause` as the message. */

import type { HttpFailure } from "../failure.ts";

const TYPES: Readonly<Record<string, string>> = {
  BAD_ARGUMENT: "illegal_argument_exception",
  BAD_QUERY: "parsing_exception",
  NOT_FOUND: "index_not_found_exception",
  UNAUTHORIZED: "security_exception",
  FORBIDDEN: "security_exception",
};

/** The properties of an error's body beside the server's own. */
export function describeOpenSearchError({ status, code, message }: HttpFailure): object {
  const cause = { type: TYPES[code] ?? `${code.toLowerCase()}_exception`, reason: message };
  return { error: { root_cause: [cause], ...cause }, status };
}

/** Posts JSON to a service and reports a failed or invalid response. */

import { quote, TermwiseError } from "../../../common/errors.ts";
import { fileTooLong, readBody } from "../../../storage/fetch-file.ts";

export interface HttpOptions {
  /** Sent as `Authorization: Bearer …`. Never shown. */
  readonly key?: string | undefined;
  /** The timeout in milliseconds. */
  readonly milliseconds?: number;
  /** The maximum length of a response. Default 64 MiB. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 1 << 26;

/**
 * The parsed response to a POST. `UNAVAILABLE` without a response, `BAD_INPUT` for one that is not
 * JSON.
 */
export async function postJson(
  url: string,
  body: unknown,
  { key, milliseconds = 60_000, maxBytes = MAX_BYTES }: HttpOptions = {},
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(milliseconds),
    });
    const bytes = await readBody(url, response, maxBytes, () => fileTooLong(url, maxBytes));
    text = new TextDecoder().decode(bytes);
  } catch (cause) {
    if (cause instanceof TermwiseError && cause.code === "LIMIT_EXCEEDED") throw cause;
    const reason = ((cause as Error).cause as Error | undefined)?.message ?? String(cause);
    throw new TermwiseError("UNAVAILABLE", `${url} does not answer: ${reason}`, { url }, { cause });
  }
  if (!response.ok) {
    const message = `${url} answers ${response.status}: ${quote(text)}`;
    throw new TermwiseError("UNAVAILABLE", message, { url, status: response.status });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TermwiseError(
      "BAD_INPUT",
      `${url} answers ${quote(text)}, not JSON`,
      { url },
      { cause },
    );
  }
}

/**
 * Server-sent events, read with `fetch` so that a key can be sent with the request. Supports only
 * the fields that the server sends: `event` and `data`.
 */

import { fetchResponse } from "./fetch-json.ts";

/** One event: its name and its data, parsed as JSON. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The events of a stream until it ends or the signal aborts. */
export async function* readServerEvents(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void> {
  const { body } = await fetchResponse(path, { signal });
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value = "" } = await reader.read();
    if (done) return;
    const blocks = `${waiting}${value}`.replaceAll("\r", "").split("\n\n");
    waiting = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length === 0 ? undefined : { name, data: JSON.parse(data.join("\n")) };
}

/** `GET /indexes/:name/documents`: documents page by page, or all of them as a stream of lines. */

import * as v from "valibot";
import type { Engine } from "../engine/engine.ts";
import { name } from "../option-schemas.ts";
import { createIntegerParam } from "../query-params.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listDocuments: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/documents",
  summary: "List documents, or stream all as NDJSON",
  tag: "documents",
  scope: "read",
  params: v.strictObject({ name }),
  query: v.strictObject({
    limit: v.optional(createIntegerParam(1, 1000)),
    after: v.optional(createIntegerParam(0, 4_000_000_000)),
    format: v.optional(v.picklist(["json", "ndjson"])),
  }),
  response: {
    status: 200,
    schema: RESPONSES.documents,
    text: "Documents in the order of the index.",
  },
  handle: async ({ params, query: { limit = 20, after = 0, format = "json" } }, { engine }) => {
    const input = { index: params.name, limit, after };
    if (format === "json") return createJsonResponse(await engine.read("listDocuments", input));
    await engine.read("describeIndex", { index: params.name }); // 404 before the stream begins
    const headers = { "content-type": "application/x-ndjson" };
    return { status: 200, headers, body: toReadableStream(streamLines(engine, params.name)) };
  },
});

async function* streamLines(engine: Engine, index: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let after = "0"; after !== ""; ) {
    const text = await engine.read("exportDocuments", { index, after: Number(after) });
    const end = text.indexOf("\n");
    yield encoder.encode(text.slice(end + 1));
    after = text.slice(0, end);
  }
}

function toReadableStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}

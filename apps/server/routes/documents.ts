/** Documents: add, list, stream, return, delete. */

import { quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, NO_CONTENT, SMALL_BODY } from "../route.ts";

const addDocuments = createOperation("addDocuments", {
  handle: async ({ params, query: { duplicates = "replace" }, headers, blocks }, { engine }) => {
    const isLines = headers.get("content-type")?.startsWith("application/x-ndjson") === true;
    const format = isLines ? "ndjson" : "json";
    const input = { index: params.name, format, duplicates } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});

const listDocuments = createOperation("listDocuments", {
  handle: async ({ params, query: { limit = 20, after = 0, format = "json" } }, { engine }) => {
    const input = { index: params.name, limit, after };
    if (format === "json") return createJsonResponse(await engine.read("listDocuments", input));
    await engine.read("describeIndex", { index: params.name }); // 404 before the stream begins
    const headers = { "content-type": "application/x-ndjson" };
    return { status: 200, headers, body: toReadableStream(streamLines(engine, params.name)) };
  },
});

const deleteDocuments = createOperation("deleteDocuments", {
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body: { ids } }, { engine }) =>
    createJsonResponse(await engine.write("deleteDocuments", { index: params.name, ids })),
});

const putDocument = createOperation("putDocument", {
  handle: async ({ params: { name: index, id }, blocks }, { engine }) => {
    const input = { index, id, format: "json", duplicates: "replace" } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});

const getDocument = createOperation("getDocument", {
  handle: async ({ params: { name: index, id } }, { engine }) =>
    createJsonResponse(await engine.read("getDocument", { index, id })),
});

const deleteDocument = createOperation("deleteDocument", {
  handle: async ({ params: { name: index, id } }, { engine }) => {
    const json = await engine.write("deleteDocuments", { index, ids: [id] });
    const { deleted } = JSON.parse(json) as { deleted: number };
    if (deleted > 0) return NO_CONTENT;
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  },
});

export const DOCUMENT_ROUTES: readonly AnyRoute[] = [
  ...[addDocuments, listDocuments, deleteDocuments, putDocument, getDocument, deleteDocument],
];

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

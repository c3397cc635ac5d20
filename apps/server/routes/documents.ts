/** Documents: add, list, stream, return, delete. */

import * as v from "valibot";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { createOperation } from "../operation.ts";
import { name } from "../option-schemas.ts";
import { createIntegerParam } from "../query-params.ts";
import { type AnyRoute, createJsonResponse, NO_CONTENT, SMALL_BODY } from "../route.ts";
import { documentId } from "../schemas.ts";

const addDocuments = createOperation("addDocuments", {
  params: v.strictObject({ name }),
  query: v.strictObject({ duplicates: v.optional(v.picklist(["replace", "refuse"])) }),
  handle: async ({ params, query: { duplicates = "replace" }, headers, blocks }, { engine }) => {
    const isLines = headers.get("content-type")?.startsWith("application/x-ndjson") === true;
    const format = isLines ? "ndjson" : "json";
    const input = { index: params.name, format, duplicates } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});

const listDocuments = createOperation("listDocuments", {
  params: v.strictObject({ name }),
  query: v.strictObject({
    limit: v.optional(createIntegerParam(1, 1000)),
    after: v.optional(createIntegerParam(0, 4_000_000_000)),
    format: v.optional(v.picklist(["json", "ndjson"])),
  }),
  handle: async ({ params, query: { limit = 20, after = 0, format = "json" } }, { engine }) => {
    const input = { index: params.name, limit, after };
    if (format === "json") return createJsonResponse(await engine.read("listDocuments", input));
    await engine.read("describeIndex", { index: params.name }); // 404 before the stream begins
    const headers = { "content-type": "application/x-ndjson" };
    return { status: 200, headers, body: toReadableStream(streamLines(engine, params.name)) };
  },
});

const deleteDocuments = createOperation("deleteDocuments", {
  params: v.strictObject({ name }),
  body: v.strictObject({ ids: v.pipe(v.array(documentId), v.maxLength(100_000)) }),
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body: { ids } }, { engine }) =>
    createJsonResponse(await engine.write("deleteDocuments", { index: params.name, ids })),
});

const putDocument = createOperation("putDocument", {
  params: v.strictObject({ name, id: documentId }),
  handle: async ({ params: { name: index, id }, blocks }, { engine }) => {
    const input = { index, id, format: "json", duplicates: "replace" } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});

const getDocument = createOperation("getDocument", {
  params: v.strictObject({ name, id: documentId }),
  handle: async ({ params: { name: index, id } }, { engine }) =>
    createJsonResponse(await engine.read("getDocument", { index, id })),
});

const deleteDocument = createOperation("deleteDocument", {
  params: v.strictObject({ name, id: documentId }),
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

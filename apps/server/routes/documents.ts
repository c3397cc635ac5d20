/** Documents: add, change, replace, list, stream, return, delete. */

import { quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { createOperation } from "../operation.ts";
import {
  type AnyRoute,
  createJsonResponse,
  type HttpResponse,
  NO_CONTENT,
  type RouteRequest,
  type ServerContext,
  SMALL_BODY,
} from "../route.ts";
import type { DocumentsChange } from "../tasks/documents.ts";

/** A request with documents. */
type DocumentsRequest = Omit<
  RouteRequest<{ readonly name: string; readonly id: string }, unknown, unknown>,
  "query" | "body"
>;

const addDocuments = createOperation("addDocuments", {
  handle: ({ query: { duplicates = "replace" }, ...request }, server) =>
    changeDocuments(duplicates === "replace" ? "put" : "add", request, server),
});

const updateDocuments = createOperation("updateDocuments", {
  handle: (request, server) => changeDocuments("update", request, server),
});

const replaceDocuments = createOperation("replaceDocuments", {
  handle: (request, server) => changeDocuments("replace", request, server),
});

/** Changes the index by the documents of the body. */
async function changeDocuments(
  change: DocumentsChange,
  { params, headers, blocks }: DocumentsRequest,
  { engine }: ServerContext,
): Promise<HttpResponse> {
  const isLines = headers.get("content-type")?.startsWith("application/x-ndjson") === true;
  const input = { index: params.name, format: isLines ? "ndjson" : "json", change } as const;
  return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
}

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
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("deleteDocuments", { index: params.name, ...body })),
});

const putDocument = createOperation("putDocument", {
  handle: (request, server) => changeDocument("put", request, server),
});

const updateDocument = createOperation("updateDocument", {
  handle: (request, server) => changeDocument("update", request, server),
});

/** Changes the index by the document of the body. */
async function changeDocument(
  change: DocumentsChange,
  { params: { name: index, id }, blocks }: DocumentsRequest,
  { engine }: ServerContext,
): Promise<HttpResponse> {
  const input = { index, id, format: "json", change } as const;
  return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
}

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
  ...[addDocuments, listDocuments, deleteDocuments, updateDocuments, replaceDocuments],
  ...[putDocument, updateDocument, getDocument, deleteDocument],
];

async function* streamLines(engine: Engine, index: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let after = "";
  do {
    const text = await engine.read("exportDocuments", { index, after });
    const end = text.indexOf("\n");
    yield encoder.encode(text.slice(end + 1));
    after = text.slice(0, end);
  } while (after !== "");
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

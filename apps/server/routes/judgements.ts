/** Judgements: return, store, import and export. */

import * as v from "valibot";
import { createOperation } from "../operation.ts";
import { name } from "../option-schemas.ts";
import { type AnyRoute, createJsonResponse, createTextResponse, SMALL_BODY } from "../route.ts";
import { judgementsRequest } from "../schemas.ts";

const getJudgements = createOperation("getJudgements", {
  params: v.strictObject({ name }),
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("judgements", { index: params.name })),
});

const putJudgements = createOperation("putJudgements", {
  params: v.strictObject({ name }),
  body: judgementsRequest,
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("putJudgements", { index: params.name, request: body })),
});

const exportTrec = createOperation("exportTrec", {
  params: v.strictObject({ name }),
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportTrec", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});

const exportQueries = createOperation("exportQueries", {
  params: v.strictObject({ name }),
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportQueries", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});

const importTrec = createOperation("importTrec", {
  params: v.strictObject({ name }),
  body: v.strictObject({ qrels: v.string(), queries: v.optional(v.string()) }),
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("importTrec", { index: params.name, ...body })),
});

export const JUDGEMENT_ROUTES: readonly AnyRoute[] = [
  ...[getJudgements, putJudgements, exportTrec, exportQueries, importTrec],
];

/** Judgements: return, store, import and export. */

import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, createTextResponse, SMALL_BODY } from "../route.ts";

const getJudgements = createOperation("getJudgements", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("judgements", { index: params.name })),
});

const putJudgements = createOperation("putJudgements", {
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("putJudgements", { index: params.name, request: body })),
});

const exportTrec = createOperation("exportTrec", {
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportTrec", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});

const exportQueries = createOperation("exportQueries", {
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportQueries", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});

const importTrec = createOperation("importTrec", {
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("importTrec", { index: params.name, ...body })),
});

export const JUDGEMENT_ROUTES: readonly AnyRoute[] = [
  ...[getJudgements, putJudgements, exportTrec, exportQueries, importTrec],
];

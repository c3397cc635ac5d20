/** Indexes: list, create, describe, delete, back up. */

import type { CreateOptions } from "../../../src/index.ts";
import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, NO_CONTENT, SMALL_BODY } from "../route.ts";

const listIndexes = createOperation("listIndexes", {
  handle: async (_, { engine }) => createJsonResponse(await engine.read("listIndexes", {})),
});

const createEmptyIndex = createOperation("createIndex", {
  handle: async ({ body: { name: index, ...options } }, { engine }) =>
    createJsonResponse(
      await engine.write("makeIndex", { index, options: options as CreateOptions }),
      201,
    ),
});

const describeIndex = createOperation("describeIndex", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("describeIndex", { index: params.name })),
});

const deleteIndex = createOperation("deleteIndex", {
  handle: async ({ params }, { engine, jobs, behavior }) => {
    const index = params.name;
    // Before any job is cancelled: a rejected deletion changes nothing.
    await engine.write("checkDeletion", { index });
    await behavior?.forget(index);
    await jobs.withoutJobs(index, () => engine.write("deleteIndex", { index }));
    return NO_CONTENT;
  },
});

const getSettings = createOperation("getSettings", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("settings", { index: params.name })),
});

const updateSettings = createOperation("updateSettings", {
  offload: { thread: "write", over: SMALL_BODY },
  handle: async ({ params, body: change }, { engine }) =>
    createJsonResponse(await engine.write("updateSettings", { index: params.name, change })),
});

const listRules = createOperation("listRules", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("listRules", { index: params.name })),
});

const putRule = createOperation("putRule", {
  handle: async ({ params: { name: index, id }, blocks }, { engine }) =>
    createJsonResponse(await engine.write("putRule", { index, id }, { blocks })),
});

const deleteRule = createOperation("deleteRule", {
  handle: async ({ params: { name: index, id } }, { engine }) => {
    await engine.write("deleteRule", { index, id });
    return NO_CONTENT;
  },
});

const backUpIndex = createOperation("backUpIndex", {
  // On a thread of its own: copying may take minutes, and searches go on.
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.job("backUpIndex", { index: params.name }, () => {}).result),
});

export const INDEX_ROUTES: readonly AnyRoute[] = [
  ...[listIndexes, createEmptyIndex, describeIndex, deleteIndex, backUpIndex],
  ...[getSettings, updateSettings, listRules, putRule, deleteRule],
];

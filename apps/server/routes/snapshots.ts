/** Snapshots of rankings: list, return, export, delete. A job keeps one. */

import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, createTextResponse, NO_CONTENT } from "../route.ts";

const listSnapshots = createOperation("listSnapshots", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("listSnapshots", { index: params.name })),
});

const getSnapshot = createOperation("getSnapshot", {
  handle: async ({ params: { name: index, id: name } }, { engine }) =>
    createJsonResponse(await engine.read("getSnapshot", { index, name })),
});

const exportSnapshot = createOperation("exportSnapshot", {
  handle: async ({ params: { name: index, id: name } }, { engine }) => {
    const json = await engine.read("exportSnapshot", { index, name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});

const deleteSnapshot = createOperation("deleteSnapshot", {
  handle: async ({ params: { name: index, id: name } }, { engine }) => {
    await engine.write("deleteSnapshot", { index, name });
    return NO_CONTENT;
  },
});

export const SNAPSHOT_ROUTES: readonly AnyRoute[] = [
  ...[listSnapshots, getSnapshot, exportSnapshot, deleteSnapshot],
];

/** Learned weights, trained models, and the active system, which ranks searches that name no system. */

import { createDeprecated, createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse } from "../route.ts";

const listWeights = createOperation("listWeights", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("listWeights", { index: params.name })),
});

const listModels = createOperation("listModels", {
  handle: async (_, { engine }) => createJsonResponse(await engine.read("listModels", {})),
});

const getActive = createOperation("getActive", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("activations", { index: params.name })),
});

const activate = createOperation("activate", {
  handle: async ({ params, body: system }, { engine, now }) => {
    const at = now().toISOString();
    return createJsonResponse(await engine.write("activate", { index: params.name, system, at }));
  },
});

const rollBack = createOperation("rollBack", {
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.write("rollBack", { index: params.name })),
});

export const LEARNING_ROUTES: readonly AnyRoute[] = [
  ...[listWeights, listModels, getActive, activate, rollBack],
  createDeprecated("getPublished", getActive),
  createDeprecated("publish", activate),
];

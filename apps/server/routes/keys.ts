/** API keys: list, create and revoke. */

import { HttpFailure } from "../failure.ts";
import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, NO_CONTENT } from "../route.ts";

const listKeys = createOperation("listKeys", {
  handle: (_, { keys }) => createJsonResponse(JSON.stringify({ keys: keys.list() })),
});

const createKey = createOperation("createKey", {
  handle: async ({ body }, { keys }) =>
    createJsonResponse(JSON.stringify(await keys.create(body)), 201),
});

const revokeKey = createOperation("revokeKey", {
  handle: async ({ params: { id } }, { keys }) => {
    if (await keys.revoke(id)) return NO_CONTENT;
    throw new HttpFailure(404, "NOT_FOUND", `there is no key ${JSON.stringify(id)}`);
  },
});

export const KEY_ROUTES: readonly AnyRoute[] = [listKeys, createKey, revokeKey];

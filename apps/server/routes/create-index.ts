/** `POST /indexes`: makes an empty index. */

import type { CreateOptions } from "../../../src/search/index.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { indexRequest } from "../schemas.ts";

export const createEmptyIndex: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes",
  summary: "Make an empty index",
  tag: "indexes",
  scope: "admin",
  body: indexRequest,
  bodyLimit: "settingsBytes",
  response: { status: 201, schema: RESPONSES.index, text: "The new index." },
  handle: async ({ body: { name: index, ...options } }, { engine }) =>
    createJsonResponse(
      await engine.write("makeIndex", { index, options: options as CreateOptions }),
      201,
    ),
});

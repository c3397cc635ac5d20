/** The OpenAPI document: valid, and true to the routes. */

import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { ALL_ROUTES } from "../../apps/server/all-routes.ts";
import { createOpenApi } from "../../apps/server/openapi.ts";
import { openSmallServer, readResponse } from "./small-server.ts";

test("is valid by OpenAPI 3.1", async () => {
  const server = await openSmallServer();
  const { status, body } = await readResponse(server.app.request("/openapi.json"));
  await server.close();
  expect(status).toBe(200);
  expect(body.openapi).toBe("3.1.0");
  const result = await new Validator().validate(body);
  expect(result).toEqual({ valid: true });
});

test("describes every route once, with parameters that are in its path", () => {
  const { paths } = createOpenApi(ALL_ROUTES, "1") as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>
    >;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  expect(operations).toHaveLength(ALL_ROUTES.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ALL_ROUTES.length);
  for (const { path, parameters = [] } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parameters.filter((each) => each.in === "path").map(({ name }) => name);
    expect(declared.sort()).toEqual(named.sort());
  }
});

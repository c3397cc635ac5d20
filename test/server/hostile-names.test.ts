/** Names that every object inherits: they are honoured as data or refused, and never dropped in silence. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));
const send = (method: string, path: string, json: string) =>
  ask(path, { ...createJsonRequest(method, {}), body: json });

beforeAll(async () => {
  server = await openSmallServer();
  const document = { id: "eve", text: "egg", constructor: "williams", prototype: 1 };
  await ask("/indexes/recipes/documents", createJsonRequest("POST", document));
});
afterAll(() => server.close());

describe.each(["constructor", "prototype", "__proto__"])("%s", (name) => {
  test("as a property in a filter selects by that property", async () => {
    const { status, body } = await send(
      "POST",
      "/indexes/recipes/search",
      `{"query":"egg","filter":{"${name}":"williams"}}`,
    );
    const expected = name === "constructor" ? ["eve"] : [];
    expect([status, body.hits?.map(({ id }: { id: string }) => id)]).toEqual([200, expected]);
  });

  test.each([
    ["as an option of a search", "POST", "search", `{"query":"egg","${name}":1}`],
    ["as an option of snippets", "POST", "search", `{"query":"egg","snippet":{"${name}":1}}`],
    [
      "as the id of a judged document",
      "PUT",
      "judgements",
      `{"queries":[{"text":"egg","relevant":{"soup":1,"${name}":2}}]}`,
    ],
    ["as an option of a job", "POST", "jobs", `{"kind":"learn","${name}":1}`],
  ])("%s is refused", async (_, method, route, json) => {
    const { status, body } = await send(method, `/indexes/recipes/${route}`, json);
    expect([status, body.code]).toEqual([400, "BAD_ARGUMENT"]);
  });
});

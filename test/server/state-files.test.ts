/** The files that the server keeps beside an index: damaged ones are named, and two servers may write them at once. */

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
let state: string;
beforeEach(async () => {
  server = await openSmallServer();
  state = join(server.folder, ".server", "recipes");
  await mkdir(state, { recursive: true });
});
afterEach(() => server.close());

const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));
const isDamaged = (file: string) => ({
  status: 500,
  body: {
    code: "CORRUPT_INDEX",
    message: expect.stringContaining(`${file} of the index "recipes" is damaged: `),
  },
});

describe.each([
  ["half of it", '[{"id": "q", "te'],
  ["nothing", ""],
  ["zeros", "\0".repeat(100)],
  ["another value", '"text"'],
  ["a number", "3"],
  ["null", "null"],
  ["parts of other kinds", '[{"id": 5, "text": null, "relevant": []}]'],
  ["a list within", '{"live": [1], "history": [{"version": "one"}]}'],
])("a state file that is %s", (_, content) => {
  test("is named where judgements are read or added, and can be replaced", async () => {
    await writeFile(join(state, "judgements.json"), content);
    const judged = { queries: [{ text: "egg", relevant: { soup: 1 } }] };
    const path = "/indexes/recipes/judgements";
    expect(await ask(path)).toMatchObject(isDamaged("judgements.json"));
    expect(await ask(path, createJsonRequest("PUT", judged))).toMatchObject(
      isDamaged("judgements.json"),
    );
    expect(await readFile(join(state, "judgements.json"), "utf8")).toBe(content);
    const replaced = { ...judged, mode: "replace" };
    expect((await ask(path, createJsonRequest("PUT", replaced))).status).toBe(200);
    expect((await ask(path)).body.queries).toEqual([
      { id: "egg", text: "egg", relevant: { soup: 1 } },
    ]);
  });

  test("is named where the active system is read, and leaves the index in the list", async () => {
    await writeFile(join(state, "published.json"), content);
    expect(await ask("/indexes/recipes/active")).toMatchObject(isDamaged("published.json"));
    expect(await ask("/indexes/recipes/search?q=egg")).toMatchObject(isDamaged("published.json"));
    const { body } = await ask("/indexes");
    expect(body.indexes).toMatchObject([
      { name: "recipes", documents: 3, damaged: ["published.json"] },
    ]);
    expect((await ask("/indexes/recipes")).body).toMatchObject({ damaged: ["published.json"] });
    expect((await ask("/indexes/recipes/search?q=egg&ranker=bm25")).status).toBe(200);
  });

  test("is named where learned weights are listed", async () => {
    await writeFile(join(state, "weights-w1.json"), content);
    expect(await ask("/indexes/recipes/weights")).toMatchObject(isDamaged("weights-w1.json"));
  });

  test("is named where the keys are read", async () => {
    await writeFile(join(server.folder, "keys.json"), content);
    await expect(Keys.read(server.folder)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringMatching(/keys\.json" cannot be used: /),
    });
  });
});

test("a sound index reports no damage", async () => {
  expect((await ask("/indexes")).body.indexes[0].damaged).toBe(undefined);
});

test("keys without a valid hash are refused", async () => {
  const keys = [{ name: "a", scope: "admin", hash: "abc" }];
  await writeFile(join(server.folder, "keys.json"), JSON.stringify(keys));
  await expect(Keys.read(server.folder)).rejects.toMatchObject({ code: "BAD_INPUT" });
});

test("two servers that judge at once keep every judgement", async () => {
  const other = await openSmallServer({ engine: new LocalEngine({ root: server.folder }) });
  const judge = (target: SmallServer, text: string) => {
    const body = { queries: [{ text, relevant: { soup: 1 } }] };
    return readResponse(
      target.app.request("/indexes/recipes/judgements", createJsonRequest("PUT", body)),
    );
  };
  const expected: string[] = [];
  for (let round = 0; round < 10; round++) {
    const texts = [`first ${round}`, `second ${round}`] as const;
    const answers = await Promise.all([judge(server, texts[0]), judge(other, texts[1])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expected.push(...texts);
  }
  const { body } = await ask("/indexes/recipes/judgements");
  expect(body.queries.map(({ text }: { text: string }) => text).sort()).toEqual(expected.sort());
  expect(await readdir(state)).toEqual(["judgements.json"]);
  await other.close();
});

test("what a killed server left of a replacement does no harm", async () => {
  await writeFile(join(state, "judgements.json.new"), "half");
  const judged = { queries: [{ text: "egg", relevant: { soup: 1 } }] };
  const path = "/indexes/recipes/judgements";
  expect((await ask(path, createJsonRequest("PUT", judged))).status).toBe(200);
  expect(await readdir(state)).toEqual(["judgements.json"]);
});

test("state that cannot be written is an error of the disk, and searches go on", async () => {
  await rm(state, { recursive: true });
  await writeFile(state, "a file in place of the folder");
  const judged = { queries: [{ text: "egg", relevant: { soup: 1 } }] };
  const answer = await ask("/indexes/recipes/judgements", createJsonRequest("PUT", judged));
  expect(answer).toMatchObject({ status: 500, body: { code: "IO" } });
  expect(JSON.stringify(answer.body)).not.toContain(server.folder);
  expect((await ask("/indexes/recipes/search?q=egg&ranker=bm25")).status).toBe(200);
});

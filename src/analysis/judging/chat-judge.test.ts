/** A judge behind a chat endpoint, against a real server on loopback: honest, lying, slow, broken. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { judgePairs } from "./chat-judge.ts";
import { checkJudge, type HumanJudgement } from "./judge-check.ts";

interface Chat {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

let server: Server;
let endpoint: string;
let chats: Chat[] = [];
let keys: (string | undefined)[] = [];
let respond: (document: string, count: number) => { status?: number; text: string; wait?: number };

const say = (content: unknown): { text: string } => ({
  text: JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }),
});

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const chat = JSON.parse(text) as Chat;
    chats.push(chat);
    keys.push(request.headers.authorization);
    const document = chat.messages.at(-1)?.content ?? "";
    const { status = 200, text: body, wait = 0 } = respond(document, chats.length);
    setTimeout(() => response.writeHead(status).end(body), wait);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  [chats, keys] = [[], []];
});

const judge = (documents: readonly string[], options: object = {}) =>
  judgePairs(
    documents.map((document) => ({ query: "red lamp", document })),
    { endpoint, model: "m", parallel: 1, ...options },
  );

describe("judgePairs", () => {
  test("sends the query, the document cut to its length, the model and the key", async () => {
    respond = () => say('{"grade": 2}');
    const options = { key: "secret-key", maxCharacters: 10 };
    expect(await judge(["x".repeat(100)], options)).toEqual([{ grade: 2 }]);
    expect(chats[0]?.model).toBe("m");
    expect(chats[0]?.messages[1]?.content).toBe('Query: "red lamp"\n\nDocument:\n"xxxxxxxxxx"');
    expect(keys).toEqual(["Bearer secret-key"]);
  });

  test.each([
    ['{"grade": 0}', { grade: 0 }],
    ['```json\n{"grade": "3"}\n```', { grade: 3 }],
    ['It is fitting. {"grade": 1}', { grade: 1 }],
    ['{"grade": 7}', { failure: "a grade must be 0, 1, 2 or 3, got 7" }],
    ['{"grade": 1.5}', { failure: "a grade must be 0, 1, 2 or 3, got 1.5" }],
    ['{"grade": 0} or {"grade": 3}', { failure: expect.stringContaining("2 grades") }],
    ["3", { failure: expect.stringContaining("0 grades") }],
    [["not", "text"], { failure: "the answer has no text" }],
  ])("reads the answer %j", async (content, expected) => {
    respond = () => say(content);
    expect(await judge(["a"])).toEqual([expected]);
  });

  test("keeps the order of pairs when answers come in another one", async () => {
    respond = (document, count) => ({
      ...say(`{"grade": ${/doc(\d)/.exec(document)?.[1]}}`),
      wait: count === 1 ? 100 : 0,
    });
    const graded = await judge(["doc3", "doc1", "doc2", "doc0"], { parallel: 3 });
    expect(graded).toEqual([{ grade: 3 }, { grade: 1 }, { grade: 2 }, { grade: 0 }]);
  });

  test("repeats a request after an error of the service, not after another refusal", async () => {
    respond = (_, count) => (count < 3 ? { status: 503, text: "busy" } : say('{"grade": 1}'));
    expect(await judge(["a"])).toEqual([{ grade: 1 }]);
    expect(chats).toHaveLength(3);
    chats = [];
    respond = () => ({ status: 401, text: "wrong key secret-key" });
    const [refused] = await judge(["a"], { key: "secret-key" });
    expect(chats).toHaveLength(1);
    expect(JSON.stringify(refused)).toContain("answers 401");
    expect(JSON.stringify(refused)).not.toContain("secret-key");
  });

  test("gives up a slow answer, and a service that never answers usefully", async () => {
    respond = () => ({ ...say('{"grade": 1}'), wait: 2000 });
    expect(await judge(["a"], { milliseconds: 50 })).toEqual([
      { failure: expect.stringContaining("does not answer") },
    ]);
    chats = [];
    respond = () => ({ text: "<html>" });
    const many = Array.from({ length: 500 }, () => "a");
    await expect(judge(many, { parallel: 4 })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(chats.length).toBeLessThan(20);
  });

  test("leaves an answer without an end", async () => {
    respond = () => ({ text: " ".repeat(3_000_000) });
    const [graded] = await judge(["a"]);
    expect(JSON.stringify(graded)).toContain("failure");
  });
});

describe("checkJudge", () => {
  const HUMAN: readonly HumanJudgement[] = Array.from({ length: 40 }, (_, i) => ({
    ...{ query: "red lamp", document: `doc${i % 2}` },
    grade: i % 2,
  }));
  const check = () => checkJudge(HUMAN, { endpoint, model: "m" });

  test("a judge that agrees has kappa 1, one that reverses has -1, one that is constant 0", async () => {
    respond = (document) => say(`{"grade": ${document.includes("doc1") ? 1 : 0}}`);
    expect((await check()).relevance).toMatchObject({ kappa: 1, items: 40 });
    respond = (document) => say(`{"grade": ${document.includes("doc1") ? 0 : 1}}`);
    const reversed = await check();
    expect(reversed.relevance.kappa).toBe(-1);
    expect(reversed.confusion).toEqual({ 0: { 1: 20 }, 1: { 0: 20 } });
    respond = () => say('{"grade": 3}');
    expect((await check()).relevance.kappa).toBe(0);
  });

  // Every fourth answer is unusable, of documents that are not relevant: 10 of 40 disagree.
  test("an answer that cannot be used counts as disagreement", async () => {
    let unusable = 0;
    respond = (document) =>
      document.includes("doc1") ? say('{"grade": 1}') : say(unusable++ % 2 ? "?" : '{"grade": 0}');
    const checked = await check();
    expect(checked.failures).toBe(10);
    expect(checked.relevance.equal).toBe(0.75);
  });

  test("too few judgements of people, or of one kind, are no comparison", async () => {
    const options = { endpoint, model: "m" };
    await expect(checkJudge(HUMAN.slice(0, 20), options)).rejects.toThrow("at least 30");
    const relevant = HUMAN.map((each) => ({ ...each, grade: 2 }));
    await expect(checkJudge(relevant, options)).rejects.toThrow("got 40, 40 relevant");
    expect(chats).toHaveLength(0);
  });
});

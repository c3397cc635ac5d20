/** The server as built, on a port, with its threads: slow and hostile clients, overload, stop. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const toUrl = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;
const { serve } = (await import(
  toUrl("apps/server/serve.js")
)) as typeof import("../../apps/server/serve.ts");
const { createIndex } = (await import(
  toUrl("src/search/index.js")
)) as typeof import("../../src/search/index.ts");

type Served = Awaited<ReturnType<typeof serve>>;

let folder: string;
let served: Served;
const HOST = "127.0.0.1";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-built-"));
  const index = await createIndex(join(folder, "words"));
  const documents = Array.from({ length: 5000 }, (_, i) => ({
    id: i,
    text: Array.from({ length: 20 }, (_, j) => `w${(i * 7 + j * j) % 97}`).join(" "),
  }));
  await index.add(documents);
  await index.close();
  served = await serve({ folder, port: 0, host: HOST, threads: 2 });
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

/** Sends bytes over a socket and returns the response until it is closed, or for `ms`. */
function sendRaw(bytes: string, { port = served.port, ms = 5000 } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST, () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
    setTimeout(() => {
      socket.destroy();
      resolve(text);
    }, ms).unref();
  });
}

const parseStatuses = (text: string): string[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status as string);

test("searches, writes and sees the writes on every thread", async () => {
  const put = await fetch(`${served.address}/indexes/words/documents/new`, {
    method: "PUT",
    body: '{"text":"zebra"}',
    headers: { "content-type": "application/json" },
  });
  expect(put.status).toBe(200);
  const totals = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await fetch(`${served.address}/indexes/words/search?q=zebra`);
      return ((await answer.json()) as { total: number }).total;
    }),
  );
  expect(totals).toEqual(new Array(20).fill(1));
});

describe("a body of documents that is longer than the read-ahead", () => {
  const LONG = "x".repeat(1000);
  /** 12 MB of lines, then one more. */
  async function* body(last: string | Error): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    for (let i = 0; i < 12_000; i++) {
      yield encoder.encode(`{"id":"long${i}","text":"flood ${LONG}"}\n`);
    }
    if (last instanceof Error) throw last;
    yield encoder.encode(last);
  }
  const post = (last: string | Error) =>
    fetch(`${served.address}/indexes/words/documents`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: body(last) as unknown as BodyInit,
      duplex: "half",
    } as RequestInit);
  const countHits = async (): Promise<number> => {
    const answer = await fetch(`${served.address}/indexes/words/search?q=flood`);
    return ((await answer.json()) as { total: number }).total;
  };

  test("is refused as a whole for its last line", async () => {
    const answer = await post("{");
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(
      /^line 12001 is not JSON/,
    );
    expect(await countHits()).toBe(0);
  });

  test("is refused as a whole when it is interrupted", async () => {
    await expect(post(new Error("the cable was pulled"))).rejects.toThrow();
    expect(await countHits()).toBe(0);
  });

  test("is refused as a whole beyond the limit", async () => {
    const small = await serve({
      folder,
      port: 0,
      host: HOST,
      threads: 1,
      limits: { documentsBytes: 10_000_000 },
    });
    const answer = await fetch(`${small.address}/indexes/words/documents`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: body("") as unknown as BodyInit,
      duplex: "half",
    } as RequestInit).catch(() => undefined); // the socket may be closed while it is still sent
    if (answer !== undefined) expect(answer.status).toBe(413);
    await small.close();
    expect(await countHits()).toBe(0);
  });

  test("is added as a whole", async () => {
    const answer = await post("\n");
    expect(await answer.json()).toEqual({ documents: 12_000 });
    expect(await countHits()).toBe(12_000);
  });
});

test("a learning job runs in its own thread and is followed to its end", async () => {
  const json = { "content-type": "application/json" };
  const queries = Array.from({ length: 12 }, (_, i) => ({
    text: `w${i} w${i + 20}`,
    relevant: { [String(i)]: 1, [String(i + 1)]: 0 },
  }));
  const put = { method: "PUT", headers: json, body: JSON.stringify({ queries }) };
  expect((await fetch(`${served.address}/indexes/words/judgements`, put)).status).toBe(200);
  const post = {
    method: "POST",
    headers: json,
    body: '{"kind":"evaluate","systems":[{"ranker":"bm25"},{"ranker":"lm"}]}',
  };
  const job = (await (await fetch(`${served.address}/indexes/words/jobs`, post)).json()) as {
    id: string;
  };
  const events = await (await fetch(`${served.address}/jobs/${job.id}/events`)).text();
  expect(events).toMatch(/event: end\ndata: .*"state":"done"/);
});

describe("ambiguous requests (request smuggling)", () => {
  const head =
    "POST /indexes/words/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const inner = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each([
    [
      "both lengths",
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ["two lengths", `${head}Content-Length: 2\r\nContent-Length: 50\r\n\r\n{}${inner}`],
    ["a length with a sign", `${head}Content-Length: +2\r\n\r\n{}${inner}`],
    ["an unknown coding", `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
    [
      "a coding with a tab before its colon",
      `${head}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ["a line folded", `${head}Content-Length: 2\r\n X: y\r\n\r\n{}${inner}`],
    [
      "a bare line feed",
      `GET /health HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\nContent-Length: 9\n\n0\n\n${inner}`,
    ],
    ["no host", "GET /health HTTP/1.1\r\n\r\n"],
    ["two hosts", "GET /indexes HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"],
    ["a bad chunk", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${inner}`],
  ])("%s: refused, and nothing after it is answered", async (_, bytes) => {
    const statuses = parseStatuses(await sendRaw(bytes, { ms: 1500 }));
    expect(statuses.filter((status) => status.startsWith("2"))).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(1);
  });

  test("too many and too large headers are refused", async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `X-${i}: 1\r\n`).join("");
    const huge = `X: ${"x".repeat(20_000)}\r\n`;
    for (const headers of [many, huge]) {
      const text = await sendRaw(`GET /health HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
      expect(parseStatuses(text)[0]).toBe("431");
    }
  });
});

test("slow clients do not delay others and are disconnected", { timeout: 60_000 }, async () => {
  const slow = Array.from({ length: 200 }, () => {
    const socket = connect(served.port, HOST, () => socket.write("GET /health HTTP/1.1\r\nHo"));
    socket.on("error", () => {});
    socket.resume();
    return socket;
  });
  const closed = slow.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  const begun = performance.now();
  for (let i = 0; i < 20; i++) {
    expect((await fetch(`${served.address}/indexes/words/search?q=w1`)).status).toBe(200);
  }
  expect(performance.now() - begun).toBeLessThan(8000);
  await Promise.all(closed); // headers must arrive within 10 s
  expect(performance.now() - begun).toBeLessThan(40_000);
});

test("a client that never reads its responses blocks no thread", async () => {
  const many =
    "GET /indexes/words/search?q=w1+w2+w3&limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(
      50,
    );
  const sockets = Array.from({ length: 10 }, () => {
    const socket = connect(served.port, HOST, () => socket.write(many));
    socket.on("error", () => {});
    socket.pause();
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  let answered = false;
  for (let i = 0; i < 20 && !answered; i++) {
    answered = (await fetch(`${served.address}/indexes/words/search?q=w5`)).status === 200;
    if (!answered) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  for (const socket of sockets) socket.destroy();
  expect(answered).toBe(true);
});

test("requests beyond the queue limit are refused at once, and the others are answered", async () => {
  const small = await serve({
    folder,
    port: 0,
    host: HOST,
    threads: 1,
    limits: { waiting: 4, waitingTime: 60_000 },
  });
  try {
    await fetch(`${small.address}/indexes/words/search?q=w1`);
    const q = Array.from({ length: 90 }, (_, i) => `w${i}`).join("+");
    const responses = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const answer = await fetch(`${small.address}/indexes/words/search?q=${q}&limit=1000`);
        await answer.text();
        return { status: answer.status, retry: answer.headers.get("retry-after") };
      }),
    );
    const refused = responses.filter(({ status }) => status === 503);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ retry }) => retry === "1")).toBe(true);
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await fetch(`${small.address}/indexes/words/search?q=w1`)).status).toBe(200);
  } finally {
    await small.close();
  }
});

test("a public address requires a key", async () => {
  await expect(serve({ folder, port: 0, host: "0.0.0.0" })).rejects.toThrow("an API key is needed");
  await expect(serve({ folder, port: 0, host: "0.0.0.0", key: "short" })).rejects.toThrow(
    "at least 16 bytes",
  );
  const open = await serve({
    folder,
    port: 0,
    host: "0.0.0.0",
    key: "a key of more than 16 bytes",
  });
  const url = `http://127.0.0.1:${open.port}/indexes`;
  expect((await fetch(url)).status).toBe(401);
  const headers = { authorization: "Bearer a-wrong-key-of-16-bytes" };
  expect((await fetch(url, { headers })).status).toBe(401);
  await open.close();
});

test("a port in use is reported", async () => {
  const again = serve({ folder, port: served.port, host: HOST });
  await expect(again).rejects.toThrow(`port ${served.port} is taken`);
});

describe("the program", () => {
  const cli = new URL("../../dist/apps/cli/main.js", import.meta.url).pathname;

  /** Starts `termwise serve` and waits for its address. */
  async function started(...options: string[]): Promise<{ child: ChildProcess; address: string }> {
    const child = spawn(process.execPath, [cli, "serve", folder, "--port", "0", ...options]);
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout?.on("data", (bytes) => resolve(String(bytes).trim()));
      child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    });
    return { child, address };
  }

  test("stops on a signal after the current request, and exits with 0", async () => {
    const { child, address } = await started("--no-log");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const q = Array.from({ length: 90 }, (_, i) => `w${i}`).join("+");
    const underWay = fetch(`${address}/indexes/words/search?q=${q}&limit=1000`);
    await fetch(`${address}/health`);
    child.kill("SIGTERM");
    const answer = await underWay;
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { hits: object[] }).hits).toHaveLength(1000);
    expect(await ended).toBe(0);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
  });

  test("creates keys and requires them from then on", async () => {
    const keyProcess = spawn(process.execPath, [cli, "serve", folder, "--new-key", "read"]);
    const key = await new Promise<string>((resolve) => {
      keyProcess.stdout?.on("data", (bytes) => resolve(String(bytes).trim()));
    });
    expect(key).toMatch(/^tw_[\w-]{43}$/);
    const { child, address } = await started("--no-log");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    expect((await fetch(`${address}/indexes`)).status).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${address}/indexes`, { headers })).status).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    await rm(join(folder, ".server/keys.json"));
  });
});

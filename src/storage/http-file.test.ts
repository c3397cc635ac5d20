/** How parts of a file are requested. http-index.test.ts checks that parts are never mixed. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { FileRequest, FileResponse } from "../common/web-platform.ts";
import { HttpDirectory } from "./http-directory.ts";
import { HttpFile } from "./http-file.ts";

const CONTENT = Uint8Array.from({ length: 100 }, (_, i) => i);

test("bypasses the cache, in which Chromium serialises requests for the same address", async () => {
  const requests: FileRequest[] = [];
  const fetch = async (_: string, init: FileRequest): Promise<FileResponse> => {
    requests.push(init);
    const headers = { etag: '"1"', "content-range": "bytes 10-19/100" };
    return new Response(CONTENT.slice(10, 20), { status: 206, headers });
  };
  const file = new HttpFile(fetch, "http://x/a", CONTENT.length);
  expect(await file.read(10, 10)).toEqual(CONTENT.slice(10, 20));
  expect(requests).toEqual([{ cache: "no-store", headers: { range: "bytes=10-19" } }]);
});

test("reads one whole file from a server without ranges, however many parts are requested at once", async () => {
  const ends: string[] = [];
  const fetch = async (): Promise<FileResponse> => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    arrayBuffer: async () => {
      ends.push("read");
      return CONTENT.slice().buffer;
    },
    body: { cancel: async () => void ends.push("broken off") },
  });
  const file = new HttpFile(fetch, "http://x/a", CONTENT.length);
  const parts = await Promise.all([0, 20, 40].map((start) => file.read(start, 5)));
  expect(parts).toEqual([0, 20, 40].map((start) => CONTENT.slice(start, start + 5)));
  expect(ends.sort()).toEqual(["broken off", "broken off", "read"]);
  expect(await file.read(90, 20)).toEqual(CONTENT.slice(90));
  expect(ends).toHaveLength(3);
});

test("reads a part whose headers are those of the whole file, as service workers answer", async () => {
  const headers = { etag: '"1"', "content-range": "bytes 10-19/100", "content-length": "100" };
  const fetch = async () => new Response(CONTENT.slice(10, 20), { status: 206, headers });
  const file = new HttpFile(fetch, "http://x/a", CONTENT.length);
  expect(await file.read(10, 10)).toEqual(CONTENT.slice(10, 20));
});

test("asks once more if the server closed the connection of the first request", async () => {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount++;
    if (requestCount === 1) response.socket?.destroy();
    else {
      const headers = { etag: '"1"', "content-range": "bytes 10-19/100" };
      response.writeHead(206, headers).end(CONTENT.slice(10, 20));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
  const file = new HttpFile(fetch, address, CONTENT.length);
  expect(await file.read(10, 10)).toEqual(CONTENT.slice(10, 20));
  expect(requestCount).toBe(2);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(file.read(10, 10)).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

/** A response whose body never ends, and the number of bytes that were taken from it. */
function createEndless(init: ResponseInit): { response: FileResponse; taken: () => number } {
  const chunk = new Uint8Array(1000);
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken += chunk.length;
      if (taken > 10_000_000) controller.error(new Error("nobody stopped reading"));
      else controller.enqueue(chunk);
    },
  });
  return { response: new Response(body, init), taken: () => taken };
}

describe("a body without an end is left", () => {
  test("after the requested part", async () => {
    const headers = { etag: '"1"', "content-range": "bytes 10-19/100" };
    const { response, taken } = createEndless({ status: 206, headers });
    const file = new HttpFile(async () => response, "http://x/a", CONTENT.length);
    await expect(file.read(10, 10)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    expect(taken()).toBeLessThan(10_000);
  });

  test("after the length of the file, from a server without ranges", async () => {
    const bodies = [createEndless({ status: 200 }), createEndless({ status: 200 })];
    const responses = bodies.map(({ response }) => response);
    const fetch = async () => responses.shift() as FileResponse;
    const file = new HttpFile(fetch, "http://x/a", CONTENT.length);
    await expect(file.read(10, 10)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    await expect(file.readShared()).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    for (const { taken } of bodies) expect(taken()).toBeLessThan(10_000);
  });

  test("after a maximum, of a file whose length nobody knows", async () => {
    const { response, taken } = createEndless({ status: 200 });
    const directory = new HttpDirectory("http://x/", {
      fetch: async () => response,
      maxFileBytes: 50_000,
    });
    await expect(directory.read("commit")).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: '"http://x/commit" has more than 50000 bytes',
    });
    expect(taken()).toBeLessThan(60_000);
  });
});

test("a length above the maximum is refused before anything is read", async () => {
  const { response, taken } = createEndless({
    status: 200,
    headers: { "content-length": "99999999999" },
  });
  const directory = new HttpDirectory("http://x/", { fetch: async () => response });
  await expect(directory.read("commit")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(taken()).toBeLessThan(2000);
});

test("a body that a server compressed counts as it is decompressed", async () => {
  const bomb = gzipSync(new Uint8Array(50_000_000));
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { "content-encoding": "gzip", etag: '"1"' }).end(bomb);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const file = new HttpFile((url, init) => fetch(url, init), `${address}a`, 100);
  const before = process.memoryUsage().arrayBuffers;
  await expect(file.read(0, 10)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  server.closeAllConnections();
  server.close();
});

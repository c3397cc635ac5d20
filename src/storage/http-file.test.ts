/** How parts of a file are requested. http-index.test.ts checks that parts are never mixed. */

import { expect, test } from "vitest";
import type { FileRequest, FileResponse } from "../common/web-platform.ts";
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

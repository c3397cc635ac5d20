/** The threats to a server on a network, one by one, without a port. */

import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generateKey, Keys } from "../../apps/server/access/api-keys.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));

beforeEach(async () => {
  server = await openSmallServer();
});
afterEach(() => server.close());

describe("names with path traversal", () => {
  const NAMES = [
    ...[
      "..",
      ".",
      "...",
      "../recipes",
      "..%2frecipes",
      "%2e%2e",
      "%2e%2e%2frecipes",
      "..%5crecipes",
    ],
    ...["%2fetc%2fpasswd", "recipes%00", "%00", "recipes%2f..%2frecipes", "Recipes", "re cipes"],
    ...[
      ".server",
      "-recipes",
      "_recipes",
      "recipes.",
      "récipes",
      "recipes%0a",
      "．．",
      "\u2024\u2024",
    ],
    ...["a".repeat(65), "C:%5c", "con%3a", "~", "$HOME", "recipes;ls", "`ls`", "%252e%252e"],
  ];

  test.each(NAMES)("%s is refused", async (name) => {
    for (const init of [{}, { method: "DELETE" }]) {
      const { status, body } = await ask(`/indexes/${name}`, init);
      expect([400, 404, 405]).toContain(status);
      expect(body.code).toMatch(/^[A-Z_]+$/);
      expect(JSON.stringify(body)).not.toContain(server.folder);
    }
    expect(await readdir(join(server.folder, "recipes"))).not.toEqual([]);
  });

  test.each(NAMES)("%s is refused for a new index", async (name) => {
    const before = await readdir(server.folder);
    const { status } = await ask(
      "/indexes",
      createJsonRequest("POST", { name: decodeURIComponent(name) }),
    );
    expect(status).toBe(400);
    expect(await readdir(server.folder)).toEqual(before);
  });

  test("a link out of the folder is not an index", async () => {
    const other = await openSmallServer();
    await symlink(join(other.folder, "recipes"), join(server.folder, "linked"));
    expect((await ask("/indexes/linked")).status).toBe(404);
    expect((await ask("/indexes/linked", { method: "DELETE" })).status).toBe(404);
    expect(await readdir(join(other.folder, "recipes"))).not.toEqual([]);
    await other.close();
  });

  test("names of models and weights are checked too", async () => {
    for (const part of ["rerank", "weights"]) {
      const { status } = await ask(`/indexes/recipes/search?q=a&${part}=..%2frecipes`);
      expect(status).toBe(400);
    }
  });
});

describe("bodies", () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    ask("/indexes/recipes/search", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  /** A valid request of exactly this many bytes; white space counts. */
  const sized = (bytes: number): string => `{"query":"egg"}`.padEnd(bytes, " ");

  test("may have exactly the maximum number of bytes", async () => {
    expect((await post(sized(LIMITS.bodyBytes))).status).toBe(200);
    const { status, body } = await post(sized(LIMITS.bodyBytes + 1));
    expect(status).toBe(413);
    expect(body).toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "the body has more than 1048576 bytes",
    });
  });

  test("are measured independently of their length header", async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(100_000).fill(32));
        controller.close();
      },
    });
    const init = { duplex: "half", body: chunks, method: "POST" } as RequestInit;
    const headers = { "content-type": "application/json", "content-length": "10" };
    expect((await ask("/indexes/recipes/search", { ...init, headers })).status).toBe(413);
  });

  test("are measured inflated: a bomb of 20 MB in 20 kB is refused", async () => {
    const bomb = Buffer.from(sized(20_000_000));
    for (const [encoding, packed] of Object.entries({
      gzip: gzipSync(bomb),
      deflate: deflateSync(bomb),
      br: brotliCompressSync(bomb),
    })) {
      expect(packed.length).toBeLessThan(50_000);
      expect((await post(packed, { "content-encoding": encoding })).status).toBe(413);
    }
    const small = gzipSync(sized(100));
    expect((await post(small, { "content-encoding": "gzip" })).status).toBe(200);
  });

  test("that do not inflate, or are compressed twice, are refused", async () => {
    expect((await post("not gzip", { "content-encoding": "gzip" })).status).toBe(400);
    expect((await post(gzipSync("{}"), { "content-encoding": "gzip, gzip" })).status).toBe(415);
    expect((await post("{}", { "content-encoding": "zstd" })).status).toBe(415);
  });

  test("may be nested exactly to the maximum depth", async () => {
    const nested = (depth: number): string =>
      `{"query":"egg","filter":{"a":${"[".repeat(depth - 2)}1${"]".repeat(depth - 2)}}}`;
    expect((await post(nested(LIMITS.depth))).body.code).toBe("BAD_ARGUMENT"); // a list is no value
    expect((await post(nested(LIMITS.depth + 1))).status).toBe(413);
    expect((await post("[".repeat(500_000))).status).toBe(413);
    expect((await post('{"query":"[[[{{{"}')).status).toBe(200); // brackets in a text do not nest
  });

  test("of documents are held within a budget", async () => {
    const small = await openSmallServer({ limits: { heldBytes: 1000 } });
    const body = JSON.stringify([{ id: 1, text: "x".repeat(2000) }]);
    const init = { method: "POST", body, headers: { "content-type": "application/json" } };
    const answer = await small.app.request("/indexes/recipes/documents", init);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    const fits = createJsonRequest("POST", { id: 1, text: "x" });
    for (let i = 0; i < 50; i++) {
      // the budget is released every time
      expect((await small.app.request("/indexes/recipes/documents", fits)).status).toBe(200);
    }
    await small.close();
  });

  test("that arrive too slowly are aborted", async () => {
    const slow = await openSmallServer({ limits: { bodyTime: 50 } });
    const never = new ReadableStream({ start: () => {} });
    const init = { method: "POST", body: never, duplex: "half" } as RequestInit;
    const headers = { "content-type": "application/json" };
    const { status, body } = await readResponse(
      slow.app.request("/indexes/recipes/search", { ...init, headers }),
    );
    expect({ status, code: body.code }).toEqual({ status: 408, code: "TIMEOUT" });
    await slow.close();
  });

  test("must be UTF-8 and JSON", async () => {
    expect((await post(new Uint8Array([0x22, 0xff, 0x22]))).body.message).toBe(
      "the body is not UTF-8",
    );
    expect((await post("{")).body.message).toMatch(/^the body is not JSON/);
    expect((await post("")).body.message).toMatch(/^the body is not JSON/);
  });
});

describe("queries", () => {
  test("have a limit in bytes", async () => {
    const of = (bytes: number) =>
      ask("/indexes/recipes/search", createJsonRequest("POST", { query: "é".repeat(bytes / 2) }));
    expect((await of(LIMITS.queryBytes)).status).toBe(200);
    expect((await of(LIMITS.queryBytes + 2)).status).toBe(400);
  });

  test.each(["limit", "offset", "depth", "minMatch", "timeout"])("%s is bounded", async (name) => {
    for (const value of [-1, 0.5, 1e9, "1", null, [], {}, Number.MAX_SAFE_INTEGER]) {
      const { status } = await ask(
        "/indexes/recipes/search",
        createJsonRequest("POST", { query: "a", [name]: value }),
      );
      expect(status).toBe(400);
    }
  });
});

describe("prototypes", () => {
  const HOSTILE =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"p","text":"egg"}';

  test("of documents are data, and nothing is polluted", async () => {
    const headers = { "content-type": "application/json" };
    const { status } = await ask("/indexes/recipes/documents", {
      method: "POST",
      body: HOSTILE,
      headers,
    });
    expect([200, 400]).toContain(status);
    await ask("/indexes/recipes/search?q=egg&filter=%7B%22__proto__.polluted%22:true%7D");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("of requests are refused as unknown", async () => {
    const body = '{"query":"egg","__proto__":{"limit":1},"constructor":1}';
    const headers = { "content-type": "application/json" };
    const { status } = await ask("/indexes/recipes/search", { method: "POST", body, headers });
    expect(status).toBe(400);
    const judged = '{"queries":[{"text":"q","relevant":{"__proto__":1,"eggs":1}}]}';
    await ask("/indexes/recipes/judgements", { method: "PUT", body: judged, headers });
    expect(({} as { eggs?: boolean }).eggs).toBeUndefined();
  });

  test("parameters named like parts of objects are refused", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect((await ask(`/indexes/recipes/search?q=a&${name}=1`)).status).toBe(400);
      expect((await ask(`/indexes/${name}/search?q=a`)).status).toBeLessThan(500);
    }
  });
});

describe("other sites", () => {
  test("cannot be this server by another name (DNS rebinding)", async () => {
    const { status, body } = await ask("/indexes", { headers: { host: "evil.example" } });
    expect({ status, code: body.code }).toEqual({ status: 421, code: "WRONG_HOST" });
    for (const host of ["localhost", "127.0.0.1:7700", "[::1]:7700", "LOCALHOST:1"]) {
      expect((await ask("/indexes", { headers: { host } })).status).toBe(200);
    }
    for (const host of [
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "evil.example:7700",
      "",
    ]) {
      expect((await ask("/indexes", { headers: { host } })).status).toBe(421);
    }
  });

  test("cannot change anything (CSRF)", async () => {
    const write = (headers: Record<string, string>) =>
      ask("/indexes/recipes/documents/x", createJsonRequest("PUT", { text: "x" }, headers));
    expect((await write({ origin: "http://evil.example" })).status).toBe(403);
    expect((await write({ origin: "null" })).status).toBe(403);
    expect((await write({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await write({ "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await write({ origin: "http://localhost", host: "localhost" })).status).toBe(200);
    // A form can send these types without a preflight request.
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      expect((await write({ "content-type": type })).status).toBe(415);
    }
    const rollback = { method: "POST", headers: { origin: "http://evil.example" } };
    expect((await ask("/indexes/recipes/rollback", rollback)).status).toBe(403);
  });

  test("get no permission to read (CORS)", async () => {
    const answer = await server.app.request("/indexes", {
      headers: { origin: "http://evil.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const response = await server.app.request("/indexes", { method: "OPTIONS" });
    expect(response.status).toBe(405);
  });

  test("cannot frame, sniff or cache answers, and no inline code runs", async () => {
    for (const path of ["/health", "/indexes", "/nothing", "/indexes/none"]) {
      const { headers } = await server.app.request(path);
      expect(headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

test("markup in documents, ids and queries comes back as data, and escaped in snippets", async () => {
  const script = "<script>alert(1)</script><img/src=x/onerror=alert(1)>";
  const id = encodeURIComponent(script);
  await ask(
    `/indexes/recipes/documents/${id}`,
    createJsonRequest("PUT", { text: `egg ${script}` }),
  );
  const { body } = await ask(
    "/indexes/recipes/search",
    createJsonRequest("POST", { query: "alert", snippet: true }),
  );
  expect(body.hits[0].id).toBe(script);
  expect(body.hits[0].snippet.html).not.toMatch(/<(?!\/?mark>)/);
  const answer = await server.app.request(`/indexes/recipes/documents/${id}`);
  expect(answer.headers.get("content-type")).toBe("application/json");
  const error = await server.app.request(`/indexes/recipes/documents/${id}none`);
  expect(error.headers.get("content-type")).toBe("application/json");
});

describe("keys", () => {
  const [read, write, admin] = [generateKey(), generateKey(), generateKey()];
  const keys = new Keys()
    .with(read, "read", "r")
    .with(write, "write", "w")
    .with(admin, "admin", "a");
  let locked: SmallServer;
  const status = async (path: string, init: RequestInit, key?: string) => {
    const headers = { ...(init.headers as object), ...(key && { authorization: `Bearer ${key}` }) };
    return (await locked.app.request(path, { ...init, headers })).status;
  };

  beforeEach(async () => {
    locked = await openSmallServer({ keys });
  });
  afterEach(() => locked.close());

  test("open what their scope includes and nothing else", async () => {
    const search = () => ["/indexes/recipes/search?q=egg", {}] as const;
    const put = () =>
      ["/indexes/recipes/documents/x", createJsonRequest("PUT", { text: "x" })] as const;
    const make = () => ["/indexes", createJsonRequest("POST", { name: "made" })] as const;
    expect(await status(...search())).toBe(401);
    expect(await status(...search(), read)).toBe(200);
    expect(await status(...put(), read)).toBe(403);
    expect(await status(...put(), write)).toBe(200);
    expect(await status(...make(), write)).toBe(403);
    expect(await status(...make(), admin)).toBe(201);
    expect(await status("/health", {})).toBe(200);
    expect(await status("/metrics", {})).toBe(401);
  });

  test("that are wrong are refused, 50 of them, without a body being read", async () => {
    const wrong = [
      ...Array.from({ length: 44 }, () => generateKey()),
      read.slice(0, -1),
      `${read}x`,
      read.toUpperCase(),
      "x",
      "tw_",
      `${read} ${read}`,
    ];
    for (const key of wrong) expect(await status("/indexes", {}, key)).toBe(401);
    const huge = createJsonRequest("POST", { ids: "x".repeat(2_000_000) });
    expect(await status("/indexes/recipes/documents", huge, wrong[0])).toBe(401);
  });

  test("are never in responses or logs, and neither are queries", async () => {
    const init = { headers: { authorization: `Bearer ${read}` } };
    const answers: string[] = [];
    for (const path of [
      `/indexes/recipes/search?q=secretquery`,
      `/indexes/none/search?q=${read}`,
      `/${read}`,
    ]) {
      const answer = await locked.app.request(path, init);
      if (!path.includes(read))
        answers.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const output = locked.log.join("\n") + answers.join("\n");
    expect(locked.log).toHaveLength(3);
    expect(output).not.toContain(read);
    expect(output).not.toContain("secretquery");
  });

  test("are stored hashed", async () => {
    await keys.save(join(locked.folder, ".server"));
    const text = await readFile(join(locked.folder, ".server/keys.json"), "utf8");
    for (const key of [read, write, admin]) expect(text).not.toContain(key);
    const again = await Keys.read(join(locked.folder, ".server"));
    expect([read, write, admin].map((key) => again.find(key)?.scope)).toEqual([
      "read",
      "write",
      "admin",
    ]);
  });

  test("chosen by users have at least 16 bytes", () => {
    expect(() => new Keys().with("x".repeat(15), "admin", "a")).toThrow(
      "at least 16 bytes, got 15",
    );
    expect(new Keys().with("x".repeat(16), "admin", "a").find("x".repeat(16))?.scope).toBe("admin");
  });

  test("are compared in constant time", () => {
    const time = (key: string): number => {
      const begun = process.cpuUsage().user;
      for (let i = 0; i < 3000; i++) keys.find(key);
      return process.cpuUsage().user - begun;
    };
    const [right, wrong] = [read.slice(0, -1), `X${read.slice(1, -1)}`];
    for (const key of [right, wrong]) time(key); // warm
    const ratios = Array.from({ length: 7 }, () => time(right) / time(wrong)).sort((a, b) => a - b);
    expect(ratios[3]).toBeGreaterThan(0.5);
    expect(ratios[3]).toBeLessThan(2);
  });
});

test("a server error returns only an id to the client and logs the details", async () => {
  await server.app.request("/indexes/recipes/search?q=egg");
  const broken = await openSmallServer();
  const path = join(broken.folder, "recipes");
  const { writeFile } = await import("node:fs/promises");
  for (const file of await readdir(path)) await writeFile(join(path, file), "damaged");
  const { status, body } = await readResponse(broken.app.request("/indexes/recipes/search?q=egg"));
  expect(status).toBe(500);
  expect(body.message).toBe("the index cannot be read; the log says why");
  expect(JSON.stringify(body)).not.toContain(broken.folder);
  const line = JSON.parse(broken.log.at(-1) ?? "{}");
  expect(line.request).toBe(body.request);
  expect(line.fault).toContain("damaged");
  await broken.close();
});

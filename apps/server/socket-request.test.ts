import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { HttpFailure } from "./failure.ts";
import { SocketRequest, toRequestUrl } from "./socket-request.ts";

test("an address is what a URL makes of it: nothing leads upwards", () => {
  const paths = [
    "/",
    "/a",
    "/a/../b",
    "/a/%2e%2e/b",
    "/../..",
    "/a/./b",
    "/%2E",
    "//a/b",
    "/a b",
    "/é",
    "/a%2Fb",
    "/%zz",
    "/.well-known",
    "/a..b",
    "/...",
    "/a/..",
    "/'\"<>`{}|^",
  ];
  for (const path of paths) {
    const { pathname } = new URL(`http://localhost${path}`);
    for (const query of ["", "?q=a/../b&c='%20+é"]) {
      expect(toRequestUrl(path + query), path).toBe(`http://localhost${pathname}${query}`);
      expect(toRequestUrl(`http://localhost${path}`)).toBe(`http://localhost${pathname}`);
    }
    expect(toRequestUrl(`${path}#part?q=1`)).toBe(`http://localhost${pathname}`);
  }
});

test("an address with a backslash, or of another protocol, is refused", () => {
  for (const target of ["/a\\b", "/\\..\\secret", "ftp://localhost/health"]) {
    expect(() => toRequestUrl(target)).toThrow(HttpFailure);
  }
  expect(toRequestUrl("/a?q=\\")).toBe("http://localhost/a?q=\\");
});

/** What a server sees of a request. */
async function readRequest(text: string): Promise<SocketRequest> {
  return new Promise((resolve) => {
    const server = createServer((incoming, outgoing) => {
      resolve(new SocketRequest(incoming, outgoing));
      outgoing.writeHead(200, { connection: "close" }).end(() => server.close());
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      connect(port, "127.0.0.1")
        .on("error", () => {})
        .end(text);
    });
  });
}

test("headers are joined as the web joins them, so that a second one hides from no check", async () => {
  const { headers, body } = await readRequest(
    "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one\r\nauthorization: Bearer two\r\nX-Empty:\r\n\r\n",
  );
  expect(headers.get("authorization")).toBe("Bearer one, Bearer two");
  expect([headers.get("x-empty"), headers.get("x-none")]).toEqual(["", null]);
  expect([headers.has("x-empty"), headers.has("x-none")]).toEqual([true, false]);
  expect(body).toBe(null);
});

test("there is a body where HTTP says so", async () => {
  const post = "POST / HTTP/1.1\r\nHost: a\r\n";
  expect((await readRequest(`${post}\r\n`)).body).toBe(null);
  expect((await readRequest(`${post}Content-Length: 0\r\n\r\n`)).body).toBe(null);
  expect((await readRequest(`${post}Content-Length: 1\r\n\r\nx`)).body).not.toBe(null);
  expect((await readRequest(`${post}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).body).not.toBe(
    null,
  );
});

test("the signal is aborted when the client goes away, and only then", async () => {
  const signals: AbortSignal[] = [];
  const server = createServer((incoming, outgoing) => {
    signals.push(new SocketRequest(incoming, outgoing).signal);
    if (incoming.url === "/answered") outgoing.end("done");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => httpRequest({ port, host: "127.0.0.1", path, agent: false });
  await new Promise((resolve) =>
    ask("/answered")
      .on("response", (answer) => answer.resume().on("close", resolve))
      .end(),
  );
  const abortedRequest = ask("/gone").on("error", () => {});
  abortedRequest.end();
  await expect.poll(() => signals.length).toBe(2);
  abortedRequest.destroy();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  await new Promise((resolve) => server.close(resolve));
});

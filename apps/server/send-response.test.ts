import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { HttpResponse } from "./route.ts";
import { sendResponse } from "./send-response.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A connection to a server that answers all with the same, before it has read any body. */
async function connectSocket(
  answer: () => HttpResponse,
): Promise<{ socket: Socket; text: () => string }> {
  const answering = createServer(
    (incoming, outgoing) => void sendResponse(incoming, outgoing, answer()),
  );
  server = answering;
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  const socket = connect((answering.address() as AddressInfo).port, "127.0.0.1");
  let output = "";
  socket.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  socket.on("error", () => {});
  return { socket, text: () => output };
}

const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";
const answers = (text: string): number => text.split("HTTP/1.1 413").length - 1;
const createRefusal = (): HttpResponse => ({ status: 413, headers: {}, body: "zu groß" });

test("an answer has the length of its bytes, and its headers", async () => {
  const { socket, text } = await connectSocket(() => ({
    ...createRefusal(),
    headers: { "x-own": "yes" },
  }));
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(text).toContain("zu groß");
  expect(text().toLowerCase()).toContain("content-length: 8\r\n");
  expect(text()).toContain("x-own: yes\r\n");
});

test("a client whose body is here may ask again on the same connection", async () => {
  const { socket, text } = await connectSocket(createRefusal);
  for (let i = 1; i <= 5; i++) {
    socket.write(POST + "x".repeat(100_000));
    await expect.poll(() => answers(text())).toBe(i);
  }
  expect(text().toLowerCase()).not.toContain("connection: close");
  expect(socket.destroyed).toBe(false);
});

test("a client whose body is still to come is told that the connection ends, and may send the rest", async () => {
  const { socket, text } = await connectSocket(createRefusal);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(POST + "x".repeat(1000));
  await expect.poll(() => answers(text())).toBe(1);
  expect(text().toLowerCase()).toContain("connection: close");
  socket.write("x".repeat(99_000));
  await closed;
  expect(text()).toContain("zu groß");
});

test("a client that sends all before it reads gets its answer", async () => {
  const { socket, text } = await connectSocket(createRefusal);
  const length = 4_000_000;
  socket.pause();
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < length; sent += 400_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(new Uint8Array(400_000));
  }
  socket.resume();
  await expect.poll(text).toContain("zu groß");
});

test("a client that keeps the rest back is let go", { timeout: 30_000 }, async () => {
  const { socket, text } = await connectSocket(createRefusal);
  socket.write(POST + "x".repeat(1000));
  await new Promise((resolve) => socket.once("close", resolve));
  expect(answers(text())).toBe(1);
});

test("a stream is sent as it comes, and cancelled when its client goes away", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
    cancel: () => {
      isCancelled = true;
    },
  });
  const { socket, text } = await connectSocket(() => ({ status: 200, headers: {}, body }));
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(text).toContain("first");
  expect(isCancelled).toBe(false);
  socket.destroy();
  await expect.poll(() => isCancelled).toBe(true);
});

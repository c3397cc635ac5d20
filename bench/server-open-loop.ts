/**
 * A load with a fixed rate, whether requests are answered or not.
 *
 * The client shares the cores of the server, so it does as little as it can: requests are written
 * beforehand, responses are read to their status and length, and nothing of them is kept but their
 * time. A client that kept promises and bodies of a hundred thousand responses stopped for tens of
 * milliseconds to collect garbage, which it then measured.
 */

import { connect, type Socket } from "node:net";
import {
  computePercentiles,
  type OpenLoopResult,
  type PathProvider,
  type Percentiles,
  round,
} from "./server-loads.ts";

/** The server takes 1,024 sockets. A request waits for a free one, which counts as lateness. */
const MAX_SOCKETS = 1000;
/** Sockets that are opened beforehand. */
const FIRST_SOCKETS = 128;
/** Requests that are written beforehand; they repeat. */
const REQUESTS = 5000;
/** Ms to wait for the last responses. */
const GRACE = 10_000;

/** Sends `perSecond` requests each second for some seconds. */
export async function runOpenLoop(
  port: number,
  toPath: PathProvider,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<OpenLoopResult> {
  const requests = Array.from(
    { length: REQUESTS },
    (_, i) => `GET ${toPath(i)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  const times = new Map<number, number[]>([
    [200, []],
    [503, []],
  ]);
  const late: number[] = [];
  const idle: OpenLoopSocket[] = [];
  const all = new Set<OpenLoopSocket>();
  let [sent, answered, other] = [0, 0, 0];
  const open = (): Promise<OpenLoopSocket> =>
    new Promise((resolve) => {
      const socket = new OpenLoopSocket(port, {
        onOpen: () => resolve(socket),
        onAnswer: (status, ms) => {
          answered++;
          const list = times.get(status);
          if (list === undefined) other++;
          else list.push(ms);
          idle.push(socket);
        },
        onClose: (wasAsked) => {
          if (wasAsked) answered++;
          if (wasAsked) other++;
          all.delete(socket);
          const at = idle.indexOf(socket);
          if (at >= 0) idle.splice(at, 1);
        },
      });
      all.add(socket);
    });
  for (const socket of await Promise.all(Array.from({ length: FIRST_SOCKETS }, open))) {
    idle.push(socket);
  }
  const begun = performance.now();
  for (let now = begun; now - begun < 1000 * seconds; now = performance.now()) {
    const due = ((now - begun) / 1000) * perSecond;
    while (sent < due) {
      const socket = idle.pop();
      if (socket === undefined) {
        if (all.size < MAX_SOCKETS) void open().then((opened) => idle.push(opened));
        break;
      }
      late.push(performance.now() - begun - (1000 * sent) / perSecond);
      socket.ask(requests[sent % REQUESTS] as string);
      sent++;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const end = performance.now() + GRACE;
  while (answered < sent && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  for (const socket of all) socket.close();
  const summarise = (status: number): Percentiles & { readonly count: number } => {
    const list = times.get(status) ?? [];
    return { count: list.length, ...computePercentiles(list) };
  };
  const lateness = computePercentiles(late);
  return {
    ...{ perSecond: round(perSecond), asked: sent },
    ...{ accepted: summarise(200), refused: summarise(503), other: other + (sent - answered) },
    ...{ late: lateness, latest: round(late.reduce((most, each) => Math.max(most, each), 0)) },
  };
}

interface SocketEvents {
  readonly onOpen: () => void;
  readonly onAnswer: (status: number, ms: number) => void;
  /** Whether a request was not answered. */
  readonly onClose: (wasAsked: boolean) => void;
}

/** One connection with one request at a time. */
class OpenLoopSocket {
  readonly #socket: Socket;
  readonly #events: SocketEvents;
  #begun = 0;
  #isAsked = false;
  #status = 0;
  /** Bytes of the body that have not come; -1 before the head is complete. */
  #missing = -1;
  #partialHead = "";

  constructor(port: number, events: SocketEvents) {
    this.#events = events;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.once("connect", events.onOpen);
    this.#socket.on("data", (bytes) => this.#take(bytes));
    this.#socket.on("error", () => {}); // it closes
    this.#socket.once("close", () => events.onClose(this.#isAsked));
  }

  ask(request: string): void {
    this.#isAsked = true;
    this.#begun = performance.now();
    this.#socket.write(request, "latin1");
  }

  close(): void {
    this.#isAsked = false;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#missing >= 0) this.#missing -= bytes.length;
    else {
      const head = this.#partialHead + bytes.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) {
        this.#partialHead = head;
        return;
      }
      this.#partialHead = "";
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      this.#missing = Number(length) - (head.length - end - 4);
    }
    if (this.#missing > 0) return;
    this.#missing = -1;
    this.#isAsked = false;
    this.#events.onAnswer(this.#status, performance.now() - this.#begun);
  }
}

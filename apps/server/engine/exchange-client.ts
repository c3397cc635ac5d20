/** The exchange of memory as a thread reaches it: by messages to the thread that started it. */

import type {
  ExchangedItem,
  ExchangedMemory,
  ExchangedRanges,
  ItemRequest,
  MemoryExchange,
} from "../../../src/common/threads/index.ts";
import type { ExchangeAnswer, ExchangeMessage } from "./memory-broker.ts";

/** Sends the messages of this thread, and gives each answer to its caller. */
export class ExchangeClient implements MemoryExchange {
  readonly #send: (message: ExchangeMessage) => void;
  readonly #calls = new Map<number, (answer: ExchangeAnswer) => void>();
  #next = 1;

  constructor(send: (message: ExchangeMessage) => void) {
    this.#send = send;
  }

  receive(answer: ExchangeAnswer): void {
    const resolve = this.#calls.get(answer.call);
    this.#calls.delete(answer.call);
    resolve?.(answer);
  }

  async acquire(request: ItemRequest): ReturnType<MemoryExchange["acquire"]> {
    const { memory, ranges } = await this.#call((call) => ({ kind: "acquire", call, request }));
    return { memory: memory as ExchangedMemory, ranges };
  }

  publish(item: ExchangedItem, memory: ExchangedMemory, ranges: ExchangedRanges): void {
    this.#send({ kind: "publish", item, memory, ranges });
  }

  abandon(item: ExchangedItem): void {
    this.#send({ kind: "abandon", item });
  }

  async release(item: ExchangedItem): Promise<boolean> {
    return (await this.#call((call) => ({ kind: "release", call, item }))).isLast === true;
  }

  #call(toMessage: (call: number) => ExchangeMessage): Promise<ExchangeAnswer> {
    const call = this.#next++;
    return new Promise((resolve) => {
      this.#calls.set(call, resolve);
      this.#send(toMessage(call));
    });
  }
}

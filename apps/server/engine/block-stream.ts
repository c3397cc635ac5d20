/**
 * A stream of bytes from one thread to another: blocks are handed over, not
 * copied, and only a few are on their way, so that a stream of any length takes
 * the memory of those few.
 */

import type { Worker } from "node:worker_threads";
import type { Block } from "../request-body.ts";

/** A block on its way; without one, the end, or with a reason that it broke off. */
export interface BlockMessage {
  readonly id: number;
  readonly block: Block | undefined;
  readonly broken?: boolean;
}

/** Blocks that are sent before one is taken. */
const MAX_IN_FLIGHT = 8;

/** Sends the blocks that go with a task. */
export class BlockSender {
  readonly #id: number;
  readonly #worker: Worker;
  readonly #blocks: AsyncIterable<Block>;
  failure: unknown;
  #sent = 0;
  #acknowledged = 0;
  #isStopped = false;
  #wake: () => void = () => {};

  constructor(id: number, worker: Worker, blocks: AsyncIterable<Block>) {
    this.#id = id;
    this.#worker = worker;
    this.#blocks = blocks;
  }

  /** Sends until all are sent, the receiver stops, or `failure` ends the stream. */
  async send(): Promise<void> {
    try {
      for await (const block of this.#blocks) {
        if (this.#isStopped) return;
        this.#post({ id: this.#id, block }, [block.buffer]);
        this.#sent++;
        while (this.#sent - this.#acknowledged >= MAX_IN_FLIGHT && !this.#isStopped)
          await this.#waitForChange();
      }
      this.#post({ id: this.#id, block: undefined });
    } catch (error) {
      this.failure = error;
      this.#post({ id: this.#id, block: undefined, broken: true });
    }
  }

  /** The other side has taken a block. */
  acknowledge(): void {
    this.#acknowledged++;
    this.#wake();
  }

  /** The task has ended, however far it has read. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  #waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #post(message: BlockMessage, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

/** The blocks that go with a task, on the thread that does it. */
export class BlockReceiver implements AsyncIterable<Block> {
  readonly #messages: BlockMessage[] = [];
  readonly #onTaken: () => void;
  #wake: () => void = () => {};

  /** `told` is called when a block is consumed. */
  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  push(message: BlockMessage): void {
    this.#messages.push(message);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    for (;;) {
      const message = this.#messages.shift();
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      if (message.broken === true) throw new Error("the blocks broke off");
      if (message.block === undefined) return;
      this.#onTaken();
      yield message.block;
    }
  }
}

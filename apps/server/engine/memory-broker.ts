/**
 * Which thread has which part of which index, and in which memory: the place of the exchange
 * (memory-exchange.ts), on the thread that starts the others.
 *
 * A memory in which a thread ended without releasing its items takes no new threads: nobody knows
 * what that thread had allocated there. Those that have it keep it, and those that come later get
 * another one.
 */

import {
  createExchangedMemory,
  type ExchangedItem,
  type ExchangedMemory,
  type ExchangedRanges,
  type ItemRequest,
} from "../../../src/common/threads/index.ts";

/** A message of a thread. Calls are answered under their number. */
export type ExchangeMessage =
  | { readonly kind: "acquire"; readonly call: number; readonly request: ItemRequest }
  | { readonly kind: "release"; readonly call: number; readonly item: ExchangedItem }
  | { readonly kind: "abandon"; readonly item: ExchangedItem }
  | {
      readonly kind: "publish";
      readonly item: ExchangedItem;
      readonly memory: ExchangedMemory;
      readonly ranges: ExchangedRanges;
    };

/** The answer to a call. */
export interface ExchangeAnswer {
  readonly call: number;
  readonly memory?: ExchangedMemory;
  readonly ranges?: ExchangedRanges;
  readonly isLast?: boolean;
}

/** A thread, by the function that sends it answers. */
export type ExchangeMember = (answer: ExchangeAnswer) => void;

interface BrokeredItem {
  /** How often each thread has it; first the one that loads it. */
  readonly holders: Map<ExchangeMember, number>;
  /** Absent until it is loaded. */
  ranges?: ExchangedRanges;
  /** Those that wait until it is. */
  waiting: { readonly member: ExchangeMember; readonly call: number }[];
}

interface BrokeredMemory {
  readonly group: string;
  memory: ExchangedMemory;
  readonly items: Map<string, BrokeredItem>;
}

/** Knows the items of all threads that it hears from. */
export class MemoryBroker {
  readonly #memories = new Map<string, BrokeredMemory>();
  /** The memory that new threads get, by group. */
  readonly #open = new Map<string, BrokeredMemory>();
  #count = 0;

  receive(member: ExchangeMember, message: ExchangeMessage): void {
    if (message.kind === "acquire") this.#acquire(member, message.call, message.request);
    else if (message.kind === "publish") this.#publish(member, message);
    else {
      const isLast = this.#release(member, message.item);
      if (message.kind === "release") member({ call: message.call, isLast });
    }
  }

  /** A thread has ended, or is about to. */
  remove(member: ExchangeMember): void {
    for (const [heapId, { group, items }] of [...this.#memories]) {
      let isHolder = false;
      for (const [key, item] of [...items]) {
        item.waiting = item.waiting.filter((each) => each.member !== member);
        if (!item.holders.has(member)) continue;
        isHolder = true;
        item.holders.set(member, 1);
        this.#release(member, { heapId, key });
      }
      const isOpen = this.#open.get(group)?.memory.heapId === heapId;
      if (isHolder && isOpen) this.#open.delete(group);
    }
  }

  #acquire(member: ExchangeMember, call: number, { group, key, memory: own }: ItemRequest): void {
    const brokered = this.#findMemory(group, own);
    const item = brokered.items.get(key);
    if (item === undefined) {
      brokered.items.set(key, { holders: new Map([[member, 1]]), waiting: [] });
      member({ call, memory: brokered.memory });
    } else if (item.ranges === undefined) item.waiting.push({ member, call });
    else {
      hold(item, member);
      member({ call, memory: brokered.memory, ranges: item.ranges });
    }
  }

  #findMemory(group: string, own: ExchangedMemory | undefined): BrokeredMemory {
    const known = own === undefined ? this.#open.get(group) : this.#memories.get(own.heapId);
    if (known !== undefined) return known;
    const memory = own ?? createExchangedMemory(`exchanged heap ${this.#count++}`);
    const brokered = { group, memory, items: new Map() };
    this.#memories.set(memory.heapId, brokered);
    if (!this.#open.has(group)) this.#open.set(group, brokered);
    return brokered;
  }

  #publish(
    member: ExchangeMember,
    { item: { heapId, key }, memory, ranges }: ExchangeMessage & { readonly kind: "publish" },
  ): void {
    const brokered = this.#memories.get(heapId);
    const item = brokered?.items.get(key);
    if (brokered === undefined || item?.holders.has(member) !== true) return;
    brokered.memory = memory; // with the size that it has now
    item.ranges = ranges;
    for (const each of item.waiting.splice(0)) {
      hold(item, each.member);
      each.member({ call: each.call, memory, ranges });
    }
  }

  /** Whether no thread has the item any more. One that could not be loaded is loaded by the next that waits. */
  #release(member: ExchangeMember, { heapId, key }: ExchangedItem): boolean {
    const brokered = this.#memories.get(heapId);
    const item = brokered?.items.get(key);
    if (brokered === undefined || item === undefined) return true;
    const count = item.holders.get(member) ?? 0;
    if (count > 1) item.holders.set(member, count - 1);
    else item.holders.delete(member);
    if (item.holders.size > 0) return false;
    const next = item.waiting.shift();
    if (next !== undefined) {
      hold(item, next.member);
      next.member({ call: next.call, memory: brokered.memory });
      return true;
    }
    brokered.items.delete(key);
    if (brokered.items.size > 0) return true;
    this.#memories.delete(heapId);
    if (this.#open.get(brokered.group) === brokered) this.#open.delete(brokered.group);
    return true;
  }
}

function hold({ holders }: BrokeredItem, member: ExchangeMember): void {
  holders.set(member, (holders.get(member) ?? 0) + 1);
}

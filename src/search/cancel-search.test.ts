/** Calls of an index that are cancelled by a signal. */

import { expect, test } from "vitest";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./open-index.ts";

/** A directory whose files can be read once `open` was called. */
class BlockedDirectory extends MemoryDirectory {
  isBlocked = false;
  open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  override async openFile(name: string): ReturnType<MemoryDirectory["openFile"]> {
    if (this.isBlocked) await this.#opened;
    return super.openFile(name);
  }
}

const EGGS = { id: "1", title: "Eggs", text: "boiled eggs" };

test("a signal that is aborted already cancels every call", async () => {
  const index = await createIndex();
  await index.add(EGGS);
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(index.search("eggs", { signal })).rejects.toThrow("too late");
  await expect(index.suggest("eg", { signal })).rejects.toThrow("too late");
  await expect(index.explain("eggs", "1", { signal })).rejects.toThrow("too late");
  await expect(index.similar("1", { signal })).rejects.toThrow("too late");
  await index.close();
});

test("a signal cancels a call that waits for storage, and the index stays usable", async () => {
  const directory = new BlockedDirectory();
  const writer = await createIndex(directory);
  await writer.add(EGGS);
  await writer.close();
  const index = await openIndex(directory);
  await index.search("eggs");
  directory.isBlocked = true;
  const controller = new AbortController();
  const waiting = index.withReader(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
  const search = index.search("eggs", { prefix: true, signal: controller.signal });
  controller.abort(new Error("typed on"));
  await expect(search).rejects.toThrow("typed on");
  directory.open();
  await waiting;
  expect((await index.search("eggs")).total).toBe(1);
  await index.close();
});

test("a signal that is never aborted changes nothing, and keeps no listener", async () => {
  const index = await createIndex();
  await index.add([EGGS, { id: "2", text: "eggs in soup" }, { id: "3", text: "eggs" }]);
  const { signal } = new AbortController();
  let listeners = 0;
  const counted = new Proxy(signal, {
    get(target, name) {
      if (name === "addEventListener") return () => listeners++;
      if (name === "removeEventListener") return () => listeners--;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  for (let i = 0; i < 3; i++) {
    const { after, total } = await index.search("eggs", { limit: 1, signal: counted });
    expect(total).toBe(3);
    const next = await index.search("eggs", { limit: 1, after });
    expect(next.hits).toHaveLength(1);
  }
  await index.suggest("eg", { signal: counted });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(listeners).toBe(0);
  await index.close();
});

/** What the tests of `OpfsDirectory` run in a page. */

import { createIndex, OpfsDirectory, openIndex, openInWorker } from "../../../src/browser.ts";
import { directoryContract } from "../../../src/storage/directory.contract.ts";
import { runPendingTests } from "./page-vitest.ts";

let folders = 0;

const tasks = {
  async contract() {
    directoryContract("OpfsDirectory", () => OpfsDirectory.open(`contract-${folders++}`));
    return runPendingTests();
  },

  /** Makes an index with one document. */
  async make(name: string) {
    const index = await createIndex(await OpfsDirectory.open(name));
    await index.add({ id: "first", text: "kept word" });
    await index.close();
  },

  /** Adds document after document until the tab is closed; tells how far it is. */
  async addForEver(name: string) {
    const index = await openIndex(await OpfsDirectory.open(name));
    for (let i = 0; ; i++) {
      await index.add({ id: `${Date.now()}-${i}`, text: `word ${i} ${"filler ".repeat(500)}` });
      (globalThis as { added?: number }).added = i + 1;
    }
  },

  async add(name: string) {
    const index = await openIndex(await OpfsDirectory.open(name));
    try {
      await index.add({ id: `x${Date.now()}`, text: `more ${"text ".repeat(100_000)}` });
      return "added";
    } catch (error) {
      return (error as { code?: string; message: string }).message;
    } finally {
      await index.close();
    }
  },

  async find(name: string) {
    const index = await openIndex(await OpfsDirectory.open(name));
    const { total, hits } = await index.search("word", { limit: 100_000 });
    const count = await index.count();
    await index.close();
    return { total, count, hasFirst: hits.some(({ id }) => id === "first") };
  },

  async findInWorker(name: string) {
    const index = await openInWorker(await OpfsDirectory.open(name));
    const { hits } = await index.search("kept");
    await index.close();
    return { isInWorker: index.isInWorker, ids: hits.map(({ id }) => id) };
  },

  /** What a tab leaves that is closed before its first commit took its place. */
  async breakOff(name: string) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    await folder.getFileHandle("commit", { create: true });
  },

  /** Takes the lock of the writer until the tab is closed. */
  async hold(name: string) {
    const index = await openIndex(await OpfsDirectory.open(name));
    await index.add({ id: "held", text: "held word" });
  },
};

Object.assign(globalThis, { tasks });

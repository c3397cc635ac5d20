/** The code that the tests of `OpfsDirectory` run in a page. */

import { createIndex, OpfsDirectory, openIndex, openInWorker } from "../../../src/browser.ts";
import { directoryContract } from "../../../src/storage/directory.contract.ts";
import { runPendingTests } from "./page-vitest.ts";

let folders = 0;

const tasks = {
  async contract() {
    directoryContract("OpfsDirectory", () => OpfsDirectory.open(`contract-${folders++}`));
    return runPendingTests();
  },

  /** Creates an index with one document. */
  async make(name: string) {
    const index = await createIndex(await OpfsDirectory.open(name));
    await index.add({ id: "first", text: "kept word" });
    await index.close();
  },

  /** Adds documents until the tab is closed, and reports the progress. */
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

  /** Leaves the state of a tab that is closed before its first commit is in place. */
  async breakOff(name: string) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    await folder.getFileHandle("commit", { create: true });
  },

  /** Holds the lock of the writer until the tab is closed. */
  async hold(name: string) {
    const index = await openIndex(await OpfsDirectory.open(name));
    await index.add({ id: "held", text: "held word" });
  },
};

Object.assign(globalThis, { tasks });

/**
 * A directory that omits one kind of call, as if its line were missing from the code. A mutation
 * that no test detects is untested.
 */

import type { Directory, FileWriter, OpenFile } from "../../src/storage/directory.ts";

/** True if a call is omitted; `before` is the previous call. */
export type Mutation = (call: string, name: string, before: string) => boolean;

export const MUTANTS: readonly (readonly [promise: string, mutation: Mutation])[] = [
  ["sync data files", (call, name) => call === "sync" && name.startsWith("segment-")],
  ["sync the new commit", (call, name) => call === "sync" && name === "commit.pending"],
  ["sync names before the rename", (call, _, before) => call === "syncNames" && before === "sync"],
  ["sync names after the rename", (call, _, before) => call === "syncNames" && before === "rename"],
  ["remove what a crash left", (call, name) => call === "remove" && name.startsWith("segment-")],
  ["remove a pending commit", (call, name) => call === "remove" && name === "commit.pending"],
];

export class MutantDirectory implements Directory {
  readonly location = "a directory that leaves something out";
  readonly #inner: Directory;
  readonly #mutation: Mutation;
  #before = "";

  constructor(inner: Directory, mutation: Mutation) {
    this.#inner = inner;
    this.#mutation = mutation;
  }

  read(name: string): Promise<Uint8Array> {
    return this.#inner.read(name);
  }

  readShared(name: string): Promise<Uint8Array> {
    return this.#inner.readShared(name);
  }

  openFile(name: string): Promise<OpenFile> {
    return this.#inner.openFile(name);
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    this.#before = "write";
    return this.#inner.write(name, bytes);
  }

  create(name: string): Promise<FileWriter> {
    this.#before = "create";
    return this.#inner.create(name);
  }

  async sync(name: string): Promise<void> {
    if (!this.#leavesOut("sync", name)) await this.#inner.sync(name);
  }

  rename(from: string, to: string): Promise<void> {
    this.#before = "rename";
    return this.#inner.rename(from, to);
  }

  async syncNames(): Promise<void> {
    if (!this.#leavesOut("syncNames", "")) await this.#inner.syncNames();
  }

  async remove(name: string): Promise<void> {
    if (!this.#leavesOut("remove", name)) await this.#inner.remove(name);
  }

  list(): Promise<readonly string[]> {
    return this.#inner.list();
  }

  lock(name: string): Promise<() => Promise<void>> {
    return this.#inner.lock(name);
  }

  isLocked(name: string): Promise<boolean> {
    return this.#inner.isLocked(name);
  }

  #leavesOut(call: string, name: string): boolean {
    const isLeftOut = this.#mutation(call, name, this.#before);
    this.#before = call;
    return isLeftOut;
  }
}

/** A directory whose calls run in an order chosen by a fast-check scheduler. */

import type { Scheduler } from "fast-check";
import type { Directory } from "../../src/storage/directory.ts";

/** Each call of `inner` waits for its turn. `owner` labels the calls when a run fails. */
export function createScheduledDirectory(
  inner: Directory,
  scheduler: Scheduler,
  owner: string,
): Directory {
  const later = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve(), `${owner}: ${what}`);
    return call();
  };
  return {
    location: inner.location,
    read: (name) => later(`read ${name}`, () => inner.read(name)),
    readShared: (name) => later(`readShared ${name}`, () => inner.readShared(name)),
    openFile: (name) => later(`openFile ${name}`, () => inner.openFile(name)),
    write: (name, bytes) => later(`write ${name}`, () => inner.write(name, bytes)),
    create: (name) => later(`create ${name}`, () => inner.create(name)),
    sync: (name) => later(`sync ${name}`, () => inner.sync(name)),
    rename: (from, to) => later(`rename ${from} to ${to}`, () => inner.rename(from, to)),
    syncNames: () => later("syncNames", () => inner.syncNames()),
    remove: (name) => later(`remove ${name}`, () => inner.remove(name)),
    list: () => later("list", () => inner.list()),
    lock: (name) => later(`lock ${name}`, () => inner.lock(name)),
    isLocked: (name) => later(`isLocked ${name}`, () => inner.isLocked(name)),
  };
}

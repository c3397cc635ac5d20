/**
 * A directory that fails at a chosen operation and then loses what a real disk could lose.
 *
 * Every operation that changes the disk is counted. At operation `failAt` it fails: as a power cut,
 * after which nothing works and `afterCrash` returns the contents of the disk; or as an I/O error,
 * once or from then on. After a power cut each unsynced file is kept, lost, emptied, truncated,
 * zeroed or altered, and each unsynced name is old or new, independently. This is more than real
 * file systems lose, so what survives here survives there.
 */

import { compareBytes } from "../../src/common/bytes/byte-order.ts";
import { concatenate } from "../../src/common/bytes/concatenate.ts";
import { shareableBytes } from "../../src/common/bytes/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import type { Random } from "../../src/common/random.ts";
import type { Directory, FileWriter, OpenFile } from "../../src/storage/directory.ts";
import { checkFileName } from "../../src/storage/file-name.ts";
import { openBytes } from "../../src/storage/memory-file.ts";
import { alreadyExists, locked, notFound } from "../../src/storage/storage-errors.ts";

/** The power is off. Not a TermwiseError, because no code may handle it. */
export class PowerCut extends Error {
  override readonly name = "PowerCut";
}

export type Fault = "power" | "error once" | "error from then on";

export interface FaultyOptions {
  /** Number of the operation that fails, from 1; 0 never. */
  failAt?: number;
  fault?: Fault;
  /** The initial contents of the disk, synced. */
  disk?: ReadonlyMap<string, Uint8Array>;
  /** Called before each operation with the possible results of a power cut there. */
  onOperation?: (afterCrash: (random: Random) => Map<string, Uint8Array>) => void;
}

interface StoredFile {
  bytes: Uint8Array;
  isSynced: boolean;
}

/** Names and their contents after a power cut, if nothing unsynced survived. */
interface Disk {
  readonly names: ReadonlyMap<string, Readonly<StoredFile>>;
  readonly durable: ReadonlyMap<string, Readonly<StoredFile>>;
}

export class FaultyDirectory implements Directory {
  readonly location = "memory that fails";
  readonly #failAt: number;
  readonly #fault: Fault;
  readonly #onOperation: FaultyOptions["onOperation"];
  readonly #names = new Map<string, StoredFile>();
  /** The names after a power cut now, if nothing unsynced survived. */
  #durable: Map<string, StoredFile>;
  readonly #locks = new Set<string>();
  #operations = 0;
  #openWriters = 0;
  #isCut = false;
  #failed = "";

  constructor({ failAt = 0, fault = "power", disk = new Map(), onOperation }: FaultyOptions = {}) {
    this.#failAt = failAt;
    this.#fault = fault;
    this.#onOperation = onOperation;
    for (const [name, bytes] of disk) this.#names.set(name, { bytes, isSynced: true });
    this.#durable = new Map(this.#names);
  }

  /** Changing operations so far. */
  get operations(): number {
    return this.#operations;
  }

  /** The operation that failed first: `remove segment-1.terms`. Empty as long as none has. */
  get failedOperation(): string {
    return this.#failed;
  }

  /** Files created in pieces and not closed. */
  get openWriters(): number {
    return this.#openWriters;
  }

  async read(name: string): Promise<Uint8Array> {
    this.#needPower();
    return this.#file(name).bytes.slice();
  }

  async readShared(name: string): Promise<Uint8Array> {
    this.#needPower();
    const { bytes } = this.#file(name);
    const shared = shareableBytes(bytes.length);
    shared.set(bytes);
    return shared;
  }

  async openFile(name: string): Promise<OpenFile> {
    this.#needPower();
    return openBytes(this.#file(name).bytes);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#names.has(checkFileName(name))) throw alreadyExists(name);
    // The name and half of the bytes may exist although the call fails.
    this.#names.set(name, { bytes: bytes.slice(0, bytes.length >> 1), isSynced: false });
    this.#step(`write ${name}`);
    this.#names.set(name, { bytes: bytes.slice(), isSynced: false });
  }

  async create(name: string): Promise<FileWriter> {
    if (this.#names.has(checkFileName(name))) throw alreadyExists(name);
    this.#step(`create ${name}`);
    const file: StoredFile = { bytes: new Uint8Array(0), isSynced: false };
    this.#names.set(name, file);
    this.#openWriters++;
    let isOpen = true;
    return {
      append: async (bytes) => {
        if (!isOpen) throw new TermwiseError("IO", `${name} is closed`);
        this.#step(`append to ${name}`);
        file.bytes = concatenate([file.bytes, bytes]);
        file.isSynced = false;
      },
      close: async () => {
        if (isOpen) this.#openWriters--;
        isOpen = false;
        this.#needPower();
      },
    };
  }

  async sync(name: string): Promise<void> {
    const file = this.#file(name);
    this.#step(`sync ${name}`);
    file.isSynced = true;
  }

  async rename(from: string, to: string): Promise<void> {
    const file = this.#file(from);
    this.#step(`rename ${from} to ${checkFileName(to)}`);
    this.#names.set(to, file);
    if (from !== to) this.#names.delete(from);
  }

  async syncNames(): Promise<void> {
    this.#step("sync names");
    this.#durable = new Map(this.#names);
  }

  async remove(name: string): Promise<void> {
    this.#file(name);
    this.#step(`remove ${name}`);
    this.#names.delete(name);
  }

  async list(): Promise<readonly string[]> {
    this.#needPower();
    return [...this.#names.keys()].sort(compareBytes);
  }

  async lock(name: string): Promise<() => Promise<void>> {
    this.#needPower();
    if (this.#locks.has(checkFileName(name))) throw locked(name, "this process");
    this.#locks.add(name);
    return async () => void this.#locks.delete(name);
  }

  async isLocked(name: string): Promise<boolean> {
    return this.#locks.has(name);
  }

  /** Possible contents of the disk after a power cut now; `random` chooses. */
  afterCrash(random: Random): Map<string, Uint8Array> {
    return simulateCrash({ names: this.#names, durable: this.#durable }, random);
  }

  /** A copy of the current disk. */
  #copy(): Disk {
    const copies = new Map<StoredFile, StoredFile>();
    const copied = (files: ReadonlyMap<string, StoredFile>): Map<string, StoredFile> =>
      new Map(
        [...files].map(([name, file]) => {
          const copy = copies.get(file) ?? { ...file };
          copies.set(file, copy);
          return [name, copy];
        }),
      );
    return { names: copied(this.#names), durable: copied(this.#durable) };
  }

  #file(name: string): StoredFile {
    this.#needPower();
    const file = this.#names.get(checkFileName(name));
    if (file === undefined) throw notFound("file", name);
    return file;
  }

  #step(operation: string): void {
    this.#needPower();
    this.#operations++;
    if (this.#onOperation !== undefined) {
      const disk = this.#copy();
      this.#onOperation((random) => simulateCrash(disk, random));
    }
    const isHit = this.#operations === this.#failAt;
    const isLater = this.#failAt > 0 && this.#operations > this.#failAt;
    if (isHit) this.#failed = operation;
    if (isHit && this.#fault === "power") this.#isCut = true;
    this.#needPower();
    if (isHit || (isLater && this.#fault === "error from then on")) {
      throw new TermwiseError("IO", `${operation}: no space left on device`, { errno: "ENOSPC" });
    }
  }

  #needPower(): void {
    if (this.#isCut) throw new PowerCut(`power cut at operation ${this.#failAt}`);
  }
}

function simulateCrash({ names, durable }: Disk, random: Random): Map<string, Uint8Array> {
  const disk = new Map<string, Uint8Array>();
  const all = new Set([...durable.keys(), ...names.keys()]);
  for (const name of [...all].sort(compareBytes)) {
    const [before, now] = [durable.get(name), names.get(name)];
    const file = before === now || random.below(2) === 0 ? before : now;
    const bytes =
      file === undefined || file.isSynced ? file?.bytes : damageBytes(file.bytes, random);
    if (bytes !== undefined) disk.set(name, bytes);
  }
  return disk;
}

/** One of six results for bytes that were never synced. */
function damageBytes(bytes: Uint8Array, random: Random): Uint8Array | undefined {
  switch (random.below(6)) {
    case 0:
      return bytes;
    case 1:
      return undefined;
    case 2:
      return new Uint8Array(0);
    case 3:
      return bytes.slice(0, random.below(bytes.length + 1));
    case 4:
      return new Uint8Array(bytes.length);
    default:
      return flipRandomBit(bytes, random);
  }
}

function flipRandomBit(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return bytes;
  const copy = bytes.slice();
  const at = random.below(copy.length);
  copy[at] = (copy[at] as number) ^ (1 << random.below(8));
  return copy;
}

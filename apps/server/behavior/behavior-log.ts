/**
 * The log of searches and events of users, in the format of User Behavior Insights 1.3: files
 * `queries-*.jsonl` and `events-*.jsonl` beside each index. A search does not wait for it. What is
 * recorded is on the disk within a second; a damaged end of a file after a power cut is skipped by
 * readers, since each start of the server begins new files. Old files are removed when the log of
 * an index has too many bytes, or its records are too old.
 */

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { createQueryId } from "../../../src/api/behavior.ts";
import type { HttpHeaders } from "../http-request.ts";
import {
  BEHAVIOR_FOLDER,
  checkIndex,
  type IndexCatalog,
  listIndexNames,
  resolveStateFolder,
} from "../tasks/index-catalog.ts";
import type { SearchRecording } from "../tasks/recorded-search.ts";

/** What is recorded, and how much of it is stored. */
export interface BehaviorOptions {
  /** Bytes of the log of an index. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Days after which records are removed. Default 90. */
  readonly days?: number | undefined;
  /** Store ids of clients, sessions and users, and what applications add to events. Default false. */
  readonly keepsIds?: boolean | undefined;
}

/** The kinds of records, each with its own files. */
export type RecordKind = "queries" | "events";

/** The part of the log that routes of searches use. */
export interface SearchRecorder {
  /** Undefined for a search that is not recorded: its user does not want to be tracked. */
  openRecording(index: string, headers: HttpHeaders): SearchRecording | undefined;
  /** Stores the record of a search, and returns its response. */
  addSearch(index: string, recordedResponse: string): string;
}

const FLUSH_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MAX_PENDING_BYTES = 4_194_304;
/** A log has at least so many files, so that little is lost when the oldest one is removed. */
const MIN_FILES = 8;
const FILE = /^(?:queries|events)-[\w-]+\.jsonl$/;

interface Pending {
  readonly index: string;
  readonly kind: RecordKind;
  readonly lines: string[];
}

interface CurrentFile {
  readonly path: string;
  readonly day: string;
  bytes: number;
}

/** The log of a server. */
export class BehaviorLog implements SearchRecorder {
  readonly keepsIds: boolean;
  readonly #catalog: IndexCatalog;
  readonly #maxBytes: number;
  readonly #maxAge: number;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  readonly #start = randomUUID().slice(0, 8);
  readonly #files = new Map<string, CurrentFile>();
  #pending = new Map<string, Pending>();
  #pendingBytes = 0;
  #lost = 0;
  #fileCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #cleaning: NodeJS.Timeout;

  /** `onError` receives the error of a write; searches go on, and the records are counted as lost. */
  constructor(
    catalog: IndexCatalog,
    { maxBytes = 67_108_864, days = 90, keepsIds = false }: BehaviorOptions = {},
    {
      now = () => new Date(),
      onError = () => {},
    }: { readonly now?: () => Date; readonly onError?: (error: unknown) => void } = {},
  ) {
    this.#catalog = catalog;
    this.#maxBytes = maxBytes;
    this.#maxAge = days * DAY_MS;
    this.keepsIds = keepsIds;
    this.#now = now;
    this.#onError = onError;
    this.#cleaning = setInterval(() => void this.removeOld(), HOUR_MS).unref();
    void this.removeOld();
  }

  /** Records lost since the start. */
  get lost(): number {
    return this.#lost;
  }

  openRecording(index: string, headers: HttpHeaders): SearchRecording | undefined {
    // Global Privacy Control, and its older form.
    if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return undefined;
    return { queryId: createQueryId(index, randomUUID()), at: this.#now().toISOString() };
  }

  addSearch(index: string, recordedResponse: string): string {
    const end = recordedResponse.indexOf("\n");
    if (end < 0) return recordedResponse; // nothing to record
    this.add(index, "queries", recordedResponse.slice(0, end));
    return recordedResponse.slice(end + 1);
  }

  /** Adds a line, which is written within a second. */
  add(index: string, kind: RecordKind, line: string): void {
    const bytes = Buffer.byteLength(line) + 1;
    if (this.#pendingBytes + bytes > MAX_PENDING_BYTES) {
      this.#lost++;
      return;
    }
    const key = `${index}/${kind}`;
    const pending = this.#pending.get(key) ?? { index, kind, lines: [] };
    this.#pending.set(key, pending);
    pending.lines.push(line);
    this.#pendingBytes += bytes;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Resolves when everything that was added is on the disk, or lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batches = [...this.#pending.values()];
    this.#pending = new Map();
    this.#writing = this.#writing.then(async () => {
      for (const batch of batches) {
        await this.#write(batch).catch((error: unknown) => {
          this.#lost += batch.lines.length;
          this.#files.delete(`${batch.index}/${batch.kind}`); // another server may have removed it
          this.#onError(error);
        });
        this.#pendingBytes -= batch.lines.reduce(
          (sum, each) => sum + Buffer.byteLength(each) + 1,
          0,
        );
      }
    });
    return this.#writing;
  }

  /** Drops what is not written yet of an index that is about to be deleted. */
  async forget(index: string): Promise<void> {
    await this.flush();
    for (const kind of ["queries", "events"]) this.#files.delete(`${index}/${kind}`);
  }

  /** Removes files that are too old, or too many, of all indexes. */
  async removeOld(): Promise<void> {
    try {
      for (const index of await listIndexNames(this.#catalog)) await this.#removeOldOf(index);
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    await this.flush();
  }

  async #write({ index, kind, lines }: Pending): Promise<void> {
    await checkIndex(this.#catalog, index); // it may have been deleted: its folder must not come back
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    const file = await this.#openFile(index, kind, bytes.length);
    const handle = await open(file.path, "a", 0o600);
    try {
      await handle.appendFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    file.bytes += bytes.length;
    await this.#removeOldOf(index);
  }

  /** The file of a kind; a new one each day, and when it has its share of the bytes. */
  async #openFile(index: string, kind: RecordKind, bytes: number): Promise<CurrentFile> {
    const key = `${index}/${kind}`;
    const now = this.#now().toISOString();
    const day = now.slice(0, 10);
    const existing = this.#files.get(key);
    const isFull = (existing?.bytes ?? 0) + bytes > this.#maxBytes / MIN_FILES;
    if (existing !== undefined && existing.day === day && !isFull) return existing;
    const folder = this.#resolveFolder(index);
    await mkdir(folder, { recursive: true });
    const number = String(this.#fileCount++).padStart(6, "0");
    const name = `${kind}-${now.replaceAll(/\D/g, "")}-${number}-${this.#start}.jsonl`;
    const file = { path: join(folder, name), day, bytes: 0 };
    this.#files.set(key, file);
    return file;
  }

  async #removeOldOf(index: string): Promise<void> {
    const folder = this.#resolveFolder(index);
    const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
    // By the time in the name, the newest first.
    names.sort((a, b) => (readTime(a) < readTime(b) ? 1 : -1));
    let bytes = 0;
    for (const name of names) {
      const path = join(folder, name);
      const status = await stat(path).catch(() => undefined);
      if (status === undefined) continue;
      bytes += status.size;
      const isOld = this.#now().getTime() - status.mtimeMs > this.#maxAge;
      if (isOld || bytes > this.#maxBytes) await unlink(path).catch(() => {});
    }
  }

  #resolveFolder(index: string): string {
    return join(resolveStateFolder(this.#catalog, index), BEHAVIOR_FOLDER);
  }
}

function readTime(name: string): string {
  return name.slice(name.indexOf("-") + 1);
}

/**
 * Writes documents in bulk at the speed that the cluster accepts.
 *
 * Batches are sent concurrently. When the cluster rejects (429), the concurrency is halved and
 * grows again slowly; rejected documents are resent, the others are not. A request without a
 * response is resent as a whole, which is idempotent: documents are written by id. A document that
 * the cluster refuses permanently ends the load with an error that names it.
 */

import { TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError, createOverloadError, isTransient } from "./cluster-errors.ts";

/** One document to write, or to delete if there is no `json`. */
export interface BulkItem {
  readonly id: string;
  readonly json?: string;
}

/** The options of a load. */
export interface BulkOptions {
  /** Approximate bytes per request. Default 1 MB. */
  readonly batchBytes?: number | undefined;
  /** Maximum number of concurrent requests. Default 2. */
  readonly concurrency?: number | undefined;
  /** Maximum time without an accepted document, in ms. Default 120,000. */
  readonly patience?: number | undefined;
  /** Receives the number of documents accepted so far. */
  readonly onAccepted?: ((documents: number) => void) | undefined;
}

/** The statistics of a load. */
export interface BulkReport {
  readonly documents: number;
  readonly requests: number;
  /** Documents that were rejected temporarily. */
  readonly rejected: number;
  /** Requests that were resent. */
  readonly repeated: number;
}

const FIRST_PAUSE = 50;
const MAX_PAUSE = 2000;
/** The growth of the concurrency per success. */
const GROWTH = 1 / 8;

interface BulkResponse {
  readonly items?: readonly (Record<string, BulkItemResponse> | null)[];
}

interface BulkItemResponse {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** Writes to one index. One load at a time. */
export class BulkLoader {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #batchBytes: number;
  readonly #concurrency: number;
  readonly #patience: number;
  readonly #onAccepted: ((documents: number) => void) | undefined;
  readonly #running = new Set<Promise<void>>();
  #slots: number;
  #failure: unknown;
  #lastProgress = 0;
  #documents = 0;
  #requests = 0;
  #rejected = 0;
  #repeated = 0;

  constructor(cluster: Cluster, index: string, options: BulkOptions = {}) {
    const { batchBytes = 1 << 20, concurrency = 2, patience = 120_000, onAccepted } = options;
    this.#cluster = cluster;
    this.#index = index;
    this.#batchBytes = batchBytes;
    this.#concurrency = concurrency;
    this.#patience = patience;
    this.#onAccepted = onAccepted;
    this.#slots = concurrency;
  }

  /** Sends all items and waits until every one of them is written. */
  async load(items: AsyncIterable<BulkItem> | Iterable<BulkItem>): Promise<BulkReport> {
    this.#lastProgress = readClock();
    let [batch, bytes]: [BulkItem[], number] = [[], 0];
    try {
      for await (const item of items) {
        batch.push(item);
        bytes += Buffer.byteLength(item.id) + Buffer.byteLength(item.json ?? "");
        if (bytes < this.#batchBytes) continue;
        await this.#start(batch);
        [batch, bytes] = [[], 0];
      }
      if (batch.length > 0) await this.#start(batch);
    } finally {
      await Promise.all(this.#running);
    }
    if (this.#failure !== undefined) throw this.#failure;
    return {
      documents: this.#documents,
      requests: this.#requests,
      rejected: this.#rejected,
      repeated: this.#repeated,
    };
  }

  /** Waits for a free slot, then sends a batch without awaiting its response. */
  async #start(batch: readonly BulkItem[]): Promise<void> {
    while (this.#running.size >= Math.max(1, Math.floor(this.#slots))) {
      await Promise.race(this.#running);
    }
    if (this.#failure !== undefined) throw this.#failure;
    const work = this.#send(batch)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #send(batch: readonly BulkItem[]): Promise<void> {
    let rest = batch;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 2 * pause)) {
      const accepted = rest.length;
      try {
        rest = await this.#attempt(rest);
        this.#accept(accepted - rest.length);
        if (rest.length === 0) return;
        this.#rejected += rest.length;
        this.#slowDown(createOverloadError(`${rest.length} documents were rejected`));
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.#slowDown(error);
      }
      this.#repeated++;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Sends once; returns the items that were rejected temporarily. */
  async #attempt(items: readonly BulkItem[]): Promise<readonly BulkItem[]> {
    this.#requests++;
    const lines = items.flatMap(({ id, json }) =>
      json === undefined
        ? [JSON.stringify({ delete: { _id: id } })]
        : [JSON.stringify({ index: { _id: id } }), json],
    );
    const path = `/${this.#index}/_bulk`;
    const response = await this.#cluster.attempt<BulkResponse | null>({
      method: "POST",
      path,
      lines,
    });
    const results = this.#readResults(response, items);
    return items.filter((item, i) => {
      const { status, error } = results[i] as BulkItemResponse;
      if (status < 300 || (status === 404 && item.json === undefined)) return false;
      if (status === 429 || status >= 500) return true;
      const reason = error?.reason ?? error?.type ?? "";
      const message = `the cluster refuses document ${item.id} (${status}): ${reason.slice(0, 300)}`;
      throw new TermwiseError("BAD_INPUT", message, { document: item.id, status });
    });
  }

  /** The result of each item. The summary of the cluster is not believed. */
  #readResults(
    response: BulkResponse | null | undefined,
    items: readonly BulkItem[],
  ): readonly BulkItemResponse[] {
    const all: NonNullable<BulkResponse["items"]> = response?.items ?? [];
    const results = Array.from(all, (each) => Object.values(each ?? {})[0]);
    const isComplete =
      results.length === items.length &&
      items.every(({ id }, i) => results[i]?._id === id && Number.isInteger(results[i]?.status));
    if (isComplete) return results as BulkItemResponse[];
    const { url } = this.#cluster;
    throw createAnswerError(url, `results that are not those of the ${items.length} documents`);
  }

  #accept(count: number): void {
    if (count === 0) return;
    this.#documents += count;
    this.#lastProgress = readClock();
    this.#slots = Math.min(this.#concurrency, this.#slots + GROWTH);
    this.#onAccepted?.(this.#documents);
  }

  #slowDown(error: unknown): void {
    this.#slots = Math.max(1, this.#slots / 2);
    if (readClock() - this.#lastProgress > this.#patience) throw error;
  }
}

/**
 * A cache of computed outcomes. The key contains everything that determines an outcome, so that an
 * experiment can be interrupted, can be extended by a model or a seed, and never reads the outcome
 * of other settings or data.
 *
 * The key is a checksum of a record of settings. The record is stored beside the outcome and
 * compared when it is read, because checksums can collide.
 */

import type { Files } from "../src/storage/files.ts";

/** Plain data that determines an outcome. */
export type OutcomeKey = Readonly<Record<string, unknown>>;

/** Increases when the same settings would give another outcome. */
const FORMAT = 1;

/** A folder of outcomes. */
export class OutcomeCache {
  readonly #files: Files;
  readonly #folder: string;
  readonly #version: string;

  constructor(files: Files, folder: string, version = "") {
    this.#files = files;
    this.#folder = folder;
    this.#version = version;
  }

  /** The outcome of a key: cached, or computed and stored. */
  async getOrCompute<T>(key: OutcomeKey, compute: () => Promise<T>): Promise<T> {
    const record = stringifySorted({ ...key, format: FORMAT, version: this.#version });
    const path = `${this.#folder}/${await computeChecksum(record)}.json`;
    const cached = await this.#read(path);
    if (cached !== undefined && cached.key === record) return cached.outcome as T;
    const outcome = await compute();
    const text = JSON.stringify({ key: record, outcome });
    await this.#files.write(path, [new TextEncoder().encode(text)]);
    return JSON.parse(JSON.stringify(outcome)) as T;
  }

  async #read(path: string): Promise<{ key: string; outcome: unknown } | undefined> {
    if ((await this.#files.kind(path)) !== "file") return undefined;
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.#files.read(path))
      text += decoder.decode(chunk, { stream: true });
    try {
      return JSON.parse(text) as { key: string; outcome: unknown };
    } catch {
      return undefined; // unknown or damaged: recomputed
    }
  }
}

/** JSON with names in byte order, so that the order of properties does not matter. */
function stringifySorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** The first half of SHA-256, in hexadecimal. */
export async function computeChecksum(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

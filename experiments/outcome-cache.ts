/**
 * A cache of computed outcomes. The key contains everything that determines an outcome, so that an
 * experiment can be interrupted, can be extended by a model or a seed, and never reads the outcome
 * of other settings, data or code.
 *
 * The key is a checksum of a record of settings. The record is stored beside the outcome and
 * compared when it is read, because checksums can collide.
 */

import type { Files } from "../src/storage/files.ts";
import { computeChecksum } from "./checksum.ts";
import { fingerprintCode, type ModuleReader } from "./code-fingerprint.ts";
import { readJson, stringifySorted, writeJson } from "./json-files.ts";

/** Plain data that determines an outcome. */
export type OutcomeKey = Readonly<Record<string, unknown>>;

/** Increases when the form of stored outcomes changes. */
const FORMAT = 2;

interface StoredOutcome {
  readonly key: string;
  readonly outcome?: unknown;
  /** Of the outcome; absent in files of earlier versions. */
  readonly checksum?: string;
}

/** False for an outcome that was damaged since it was written, so that it is computed again. */
async function isSound(stored: StoredOutcome): Promise<boolean> {
  const names = Object.keys(stored).sort().join();
  if (names === "key,outcome") return true;
  if (names !== "checksum,key,outcome") return false;
  return stored.checksum === (await checksumOutcome(stored.outcome));
}

function checksumOutcome(outcome: unknown): Promise<string> {
  return computeChecksum(JSON.stringify(outcome) ?? "");
}

/** A folder of outcomes. */
export class OutcomeCache {
  readonly #files: Files;
  readonly #folder: string;
  readonly #readModule: ModuleReader;
  readonly #codes = new Map<string, Promise<string>>();

  constructor(files: Files, folder: string, readModule: ModuleReader) {
    this.#files = files;
    this.#folder = folder;
    this.#readModule = readModule;
  }

  /**
   * The outcome of a key: cached, or computed and stored. `module` is the URL of the module that
   * computes it: its code, and all code that it loads, is a part of the key.
   */
  async getOrCompute<T>(module: string, key: OutcomeKey, compute: () => Promise<T>): Promise<T> {
    const code = await this.#fingerprintModule(module);
    const record = stringifySorted({ ...key, format: FORMAT, code });
    const path = `${this.#folder}/${await computeChecksum(record)}.json`;
    const cached = await readJson<StoredOutcome>(this.#files, path);
    if (cached?.key === record && (await isSound(cached))) return cached.outcome as T;
    const outcome = await compute();
    const checksum = await checksumOutcome(outcome);
    await writeJson(this.#files, path, { key: record, outcome, checksum });
    return JSON.parse(JSON.stringify(outcome)) as T;
  }

  /** Computed once: the code in memory does not change. */
  #fingerprintModule(module: string): Promise<string> {
    const pending = this.#codes.get(module) ?? fingerprintCode(module, this.#readModule);
    this.#codes.set(module, pending);
    return pending;
  }
}

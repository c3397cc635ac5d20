/**
 * Stored trainings: one file per collection, system and seed, so that hours of training can be
 * interrupted, spread over machines, and kept in the repository.
 *
 * A file is valid for one key: the data, the candidates, the words, the settings and the revision of
 * the training. It does not depend on code elsewhere, which changes daily; a test compares small
 * trainings with stored values and demands a new revision if they change. Everything but `made`, the
 * time that it took, has the same bytes in every run.
 */

import type { Files } from "../../src/storage/files.ts";
import { computeChecksum } from "../checksum.ts";
import { readJson, stringifySorted, writeJson } from "../json-files.ts";
import type { MeasuredValues } from "./query-values.ts";
import type { TrainingOutcome } from "./training-outcome.ts";

/** Raised when the same settings and data give another outcome. */
export const TRAINING_REVISION = 1;

/** What a cell is about, for its name and for the overview of what is stored. */
export interface CellLabel {
  readonly collection: string;
  /** The system as an experiment declares it, without its name. */
  readonly system: string;
  readonly seed: number;
  /** True if it was trained as the full size asks. */
  readonly isFull: boolean;
  /** The settings of the grid; empty if nothing was chosen. */
  readonly point: string;
}

/** A stored training. */
export interface TrainingCell extends CellLabel {
  readonly key: string;
  readonly outcome: TrainingOutcome;
  readonly made: { readonly processorSeconds: number };
}

/** A cell to train: its label and everything that determines its outcome. */
export interface CellTask {
  readonly label: CellLabel;
  readonly key: Readonly<Record<string, unknown>>;
}

/** The outcome of a training, and γ of every word for models that learn salience. */
export interface CellResult {
  readonly outcome: TrainingOutcome;
  readonly gamma?: readonly number[];
}

interface StoredSalience {
  readonly key: string;
  readonly gamma: readonly number[];
}

/** The folder of the cells of the repository. */
const REPOSITORY_CELLS = "experiments/cells";

/** The cells below a folder of outcomes, where new ones are written, and those of the repository. */
export class TrainingCells {
  readonly #files: Files;
  readonly #folders: readonly string[];

  constructor(files: Files, keep: string) {
    this.#files = files;
    this.#folders = [`${keep}/cells`, REPOSITORY_CELLS];
  }

  /** The outcome of a cell: stored, or trained and stored. `processorTime` is in milliseconds. */
  async getOrTrain(
    task: CellTask,
    train: () => Promise<CellResult>,
    processorTime: () => number,
  ): Promise<TrainingOutcome> {
    const [name, record] = await nameCell(task);
    const stored = await this.#find<EncodedCell>(`${name}.json`, record);
    if (stored !== undefined) return decodeOutcome(stored.outcome);
    const start = processorTime();
    const { outcome, gamma } = await train();
    const processorSeconds = Math.round((processorTime() - start) / 100) / 10;
    // The cell is written last: a cell that is there is complete.
    if (gamma !== undefined) await this.#write(`${name}.salience.json`, { key: record, gamma });
    const encoded = encodeOutcome(outcome);
    const cell = { ...task.label, key: record, outcome: encoded, made: { processorSeconds } };
    await this.#write(`${name}.json`, cell);
    return decodeOutcome(JSON.parse(JSON.stringify(encoded)) as EncodedOutcome);
  }

  /** γ of every word of a cell: stored, or trained and stored. It is too large for the repository. */
  async getOrTrainSalience(
    task: CellTask,
    train: () => Promise<CellResult>,
  ): Promise<readonly number[]> {
    const [name, record] = await nameCell(task);
    const stored = await this.#find<StoredSalience>(`${name}.salience.json`, record);
    if (stored !== undefined) return stored.gamma;
    const { gamma = [] } = await train();
    await this.#write(`${name}.salience.json`, { key: record, gamma });
    return gamma;
  }

  /** Every stored cell of a revision, in the order of folders and names. */
  async list(): Promise<readonly TrainingCell[]> {
    const cells: TrainingCell[] = [];
    for (const folder of this.#folders) {
      if ((await this.#files.kind(folder)) !== "folder") continue;
      for (const collection of await this.#files.list(folder)) {
        if ((await this.#files.kind(`${folder}/${collection}`)) !== "folder") continue;
        for (const name of await this.#files.list(`${folder}/${collection}`)) {
          const cell = await readJson<EncodedCell>(this.#files, `${folder}/${collection}/${name}`);
          if (cell?.outcome === undefined || !isCurrent(cell)) continue;
          cells.push({ ...cell, outcome: decodeOutcome(cell.outcome) });
        }
      }
    }
    return cells;
  }

  async #find<T extends { readonly key: string }>(
    name: string,
    record: string,
  ): Promise<T | undefined> {
    for (const folder of this.#folders) {
      const stored = await readJson<T>(this.#files, `${folder}/${name}`);
      if (stored?.key === record) return stored;
    }
    return undefined;
  }

  #write(name: string, value: unknown): Promise<void> {
    return writeJson(this.#files, `${this.#folders[0]}/${name}`, value);
  }
}

/** The path of a cell without its ending, and the record that it is valid for. */
async function nameCell({ label, key }: CellTask): Promise<[name: string, record: string]> {
  const record = stringifySorted({ ...key, revision: TRAINING_REVISION });
  const checksum = (await computeChecksum(record)).slice(0, 12);
  return [`${toSlug(label.collection)}/${toFileName(label)}-${checksum}`, record];
}

function isCurrent({ key }: EncodedCell): boolean {
  return (JSON.parse(key) as { revision?: number }).revision === TRAINING_REVISION;
}

/** `s-knrm-seed-1`; options of the system as words. */
function toFileName({ system, seed, point }: CellLabel): string {
  return `${toSlug(`${system} ${point}`).slice(0, 80)}-seed-${seed}`;
}

function toSlug(text: string): string {
  return text.replaceAll(/[^\w.]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** An outcome with its values as text, a fifth of their size as JSON. */
type EncodedOutcome = Omit<TrainingOutcome, Measured | "testBest"> &
  Readonly<Record<Measured, EncodedValues>> & { readonly testBest?: EncodedValues };
type EncodedValues = Readonly<Record<string, string>>;
type EncodedCell = Omit<TrainingCell, "outcome"> & { readonly outcome: EncodedOutcome };
type Measured = "dev" | "test" | "testDeep";

function encodeOutcome(outcome: TrainingOutcome): EncodedOutcome {
  const { dev, test, testDeep, testBest, ...rest } = outcome;
  const best = testBest === undefined ? {} : { testBest: encode(testBest) };
  return { ...rest, dev: encode(dev), test: encode(test), testDeep: encode(testDeep), ...best };
}

function decodeOutcome(outcome: EncodedOutcome): TrainingOutcome {
  const { dev, test, testDeep, testBest, ...rest } = outcome;
  const best = testBest === undefined ? {} : { testBest: decode(testBest) };
  return { ...rest, dev: decode(dev), test: decode(test), testDeep: decode(testDeep), ...best };
}

/** Six digits: `1 .5 0 .333333`. */
function encode(values: MeasuredValues): Readonly<Record<string, string>> {
  const format = (value: number): string => String(Number(value.toFixed(6))).replace(/^0\./, ".");
  return Object.fromEntries(
    Object.entries(values).map(([name, list]) => [name, list.map(format).join(" ")]),
  );
}

function decode(texts: Readonly<Record<string, string>>): MeasuredValues {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      text === "" ? [] : text.split(" ").map(Number),
    ]),
  );
}

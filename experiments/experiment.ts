/**
 * An experiment: one table or figure, reproduced on any collection.
 *
 * It is a declared record: its id, title, options, the collections it is reported on, and a
 * function from a request to a report. Files, collections and times come from the environment, so
 * that an experiment runs the same on a command line and in a test.
 */

import type { Report } from "../src/analysis/report.ts";
import type { GpuOptions } from "../src/common/compute-device.ts";
import { badArgument, quote } from "../src/common/errors.ts";
import type { Progress } from "../src/common/progress.ts";
import type { Files } from "../src/storage/files.ts";
import type { ModuleReader } from "./code-fingerprint.ts";
import type { TrainedSystem } from "./neural/training-outcome.ts";

/** An option of an experiment, with the values that the two sizes give it. */
export interface ExperimentOption {
  readonly name: string;
  readonly summary: string;
  /** The default value. A list is words separated by spaces. */
  readonly default: string;
  /** The value of the quick size, if it differs. */
  readonly quick?: string;
}

/** A quick run ends within a minute or so; a full one is for reports. */
export const SIZES = ["quick", "full"] as const;
export type ExperimentSize = (typeof SIZES)[number];

/** The requirements of an experiment. */
export interface ExperimentNeeds {
  /** Queries to learn from, to choose by and to report on. */
  readonly splits?: boolean;
  /** Minimum number of judged queries. */
  readonly judged?: number;
  /** True if the option `vectors` names word vectors to read. */
  readonly vectors?: boolean;
}

/** One table or figure. */
export interface Experiment {
  /** The id on the command line, case-insensitive: `X1-tab1`. */
  readonly id: string;
  /** Other names that are accepted. */
  readonly aliases?: readonly string[];
  /** What it shows, in one line. */
  readonly title: string;
  /** What it reproduces: the table or figure and its paper, or the page that reports it. */
  readonly source: string;
  /**
   * The collections that it is reported on; empty for one that needs no data. Any other collection
   * that meets the needs works too.
   */
  readonly collections: readonly string[];
  /** Those of the quick size, if they are fewer. */
  readonly quickCollections?: readonly string[];
  readonly needs?: ExperimentNeeds;
  readonly options: readonly ExperimentOption[];
  /** The systems that it trains on each collection, with every seed. */
  systems?(request: ExperimentRequest): readonly TrainedSystem[];
  run(request: ExperimentRequest, environment: ExperimentEnvironment): Promise<Report>;
}

/** The access of an experiment to the outside. */
export interface ExperimentEnvironment {
  readonly files: Files;
  /** The folder of test collections, if any. */
  readonly collections?: string | undefined;
  /** The folder of an installed npm package of data. */
  findPackage(name: string): Promise<string>;
  /** Processor milliseconds of all threads since some moment: hardly affected by other load. */
  processorTime(): number;
  readonly progress: Progress;
  /** The source of a GPU. */
  readonly gpu?: GpuOptions;
  /** The text of a module of the program by its URL: outcomes of changed code are not reused. */
  readonly readModule: ModuleReader;
}

/** The options of a request. */
export interface RequestOptions {
  /**
   * Collections, or splits of them: `nfcorpus`, `nfcorpus:test`; `all`: every one that it is
   * reported on. By default those of the size.
   */
  readonly collections?: readonly string[];
  readonly size?: ExperimentSize;
  /** Values of options, by name. */
  readonly values?: ReadonlyMap<string, string>;
}

/** A request for an experiment. */
export class ExperimentRequest {
  readonly collections: readonly string[];
  readonly size: ExperimentSize;
  readonly #experiment: Experiment;
  readonly #values: ReadonlyMap<string, string>;

  /** `BAD_ARGUMENT` for an unknown option, and for a collection that the experiment cannot use. */
  constructor(
    experiment: Experiment,
    { collections = [], size = "full", values = new Map() }: RequestOptions = {},
  ) {
    this.#experiment = experiment;
    const optionNames = experiment.options.map(({ name }) => name);
    for (const name of values.keys()) {
      if (!optionNames.includes(name)) {
        const all = optionNames.join(", ") || "none";
        throw badArgument(`${experiment.id} has no option ${quote(name)}: there are ${all}`);
      }
    }
    const { collections: usual, quickCollections = usual } = experiment;
    if (usual.length === 0 && collections.length > 0) {
      throw badArgument(`${experiment.id} needs no collection, got ${collections.join(", ")}`);
    }
    const own = size === "quick" ? quickCollections : usual;
    const requested = collections.includes("all") ? usual : collections;
    this.collections = requested.length > 0 ? requested : own;
    this.size = size;
    this.#values = new Map(
      experiment.options.map(({ name, default: full, quick = full }) => [
        name,
        values.get(name) ?? (size === "quick" ? quick : full),
      ]),
    );
  }

  /** The first collection. */
  get collection(): string {
    return this.collections[0] ?? "";
  }

  /** The same request for one of its collections. */
  only(collection: string): ExperimentRequest {
    const [size, values] = [this.size, this.#values];
    return new ExperimentRequest(this.#experiment, { collections: [collection], size, values });
  }

  /** The complete request, as the report records it. */
  get configuration(): Readonly<Record<string, string>> {
    return {
      size: this.size,
      collections: this.collections.join(" "),
      ...Object.fromEntries(this.#values),
    };
  }

  text(name: string): string {
    return this.#values.get(name) as string;
  }

  words(name: string): string[] {
    return this.text(name)
      .split(/\s+/)
      .filter((word) => word !== "");
  }

  /** The words of an option, each one of `choices`. */
  choices<T extends string>(name: string, choices: readonly T[]): T[] {
    return this.words(name).map((word) => {
      const choice = choices.find((each) => each === word);
      if (choice === undefined) {
        throw badArgument(`${name} must be of ${choices.join(", ")}, got ${quote(word)}`);
      }
      return choice;
    });
  }

  number(name: string): number {
    return this.#number(name, this.text(name));
  }

  /** The numbers of a list, without the words `beside` them. */
  numbers(name: string, beside: readonly string[] = []): number[] {
    const words = this.words(name).filter((word) => !beside.includes(word));
    return words.map((word) => this.#number(name, word));
  }

  #number(name: string, text: string): number {
    const value = Number(text);
    if (text.trim() !== "" && value >= 0 && value < Infinity) return value;
    throw badArgument(`${name} must be a number ≥ 0, got ${quote(text)}`);
  }
}

/** Parses `name=value; name=value`. */
export function parseSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const part of text.split(";").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw badArgument(`settings are name=value, with ; between them, got ${quote(part)}`);
    }
    settings.set(name, value.trim());
  }
  return settings;
}

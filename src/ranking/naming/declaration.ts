/**
 * How a ranker declares itself: one record from which its parsing, its help
 * and its page in the documentation come.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { BagRanker, Ranker } from "../ranker.ts";
import type { SalienceTable } from "../salience-table.ts";

export interface NumberOption {
  readonly kind: "number";
  readonly name: string;
  readonly summary: string;
  /** `auto` leaves the choice to the ranker. */
  readonly default: number | "auto";
  /** Smallest and largest value allowed, both included. */
  readonly min: number;
  readonly max: number;
  readonly isInteger?: true;
}

export interface ChoiceOption {
  readonly kind: "choice";
  readonly name: string;
  readonly summary: string;
  readonly default: string;
  /** Every allowed value with its meaning. */
  readonly choices: Readonly<Record<string, string>>;
  /** Other spellings that are accepted, each with the value it means. They are never printed. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** May be written without its name, and is always printed without it. */
  readonly isPositional?: true;
}

/**
 * Names a table that the caller reads before the ranker is built: a file, or any
 * name that the caller resolves.
 */
export interface TableOption {
  readonly kind: "table";
  readonly name: string;
  readonly summary: string;
  /** No table. */
  readonly default: "";
}

export type OptionDeclaration = NumberOption | ChoiceOption | TableOption;

/** Tables by the names that rankers use for them. */
export type SalienceTables = ReadonlyMap<string, SalienceTable>;

export type OptionValues = Readonly<Record<string, number | string>>;

interface Declaration {
  readonly name: string;
  readonly summary: string;
  /** The score as a formula. */
  readonly formula: string;
  /** Where the model comes from. */
  readonly source: string;
  readonly options: readonly OptionDeclaration[];
  /** Named sets of options, chosen with `preset=`; explicit options override them. */
  readonly presets?: Readonly<Record<string, OptionValues>>;
}

/** A ranker over single terms. */
export interface BagDeclaration extends Declaration {
  readonly kind: "bag";
  build(values: OptionReader): BagRanker;
}

/** A ranker that is not a sum over single terms. */
export interface PlainDeclaration extends Declaration {
  readonly kind: "plain";
  build(values: OptionReader): Ranker;
}

/** A ranker on top of a bag ranker, which is written first: `rm3(bm25)`. */
export interface LayeredDeclaration extends Declaration {
  readonly kind: "layered";
  /** The default base. */
  readonly base: string;
  build(values: OptionReader, base: BagRanker): Ranker;
}

/** A ranker that needs a query vector. It is not a `Ranker` over an index: src/dense executes it. */
export interface DenseDeclaration extends Declaration {
  readonly kind: "dense";
  /** Whether it combines a lexical ranker with the dense one: `hybrid(bm25,dense)`. */
  readonly isFused: boolean;
}

export type RankerDeclaration =
  | BagDeclaration
  | PlainDeclaration
  | LayeredDeclaration
  | DenseDeclaration;

/** Reads option values by their declared kind. An undeclared name is a bug in the declaration. */
export class OptionReader {
  readonly #values: OptionValues;
  readonly #tables: SalienceTables;

  constructor(values: OptionValues, tables: SalienceTables = new Map()) {
    this.#values = values;
    this.#tables = tables;
  }

  number(name: string): number {
    return this.#values[name] as number;
  }

  choice<T extends string>(name: string): T {
    return this.#values[name] as T;
  }

  /** The table of that option; undefined if none is named. */
  table(name: string): SalienceTable | undefined {
    const tableName = this.#values[name] as string;
    if (tableName === "") return undefined;
    const table = this.#tables.get(tableName);
    if (table !== undefined) return table;
    throw badArgument(
      `the ${name} ${quote(tableName)} has not been read; pass it to ranker() in tables`,
    );
  }
}

/** An option from 0 to 1. */
export function shareOption(name: string, summary: string, value: number): NumberOption {
  return { kind: "number", name, summary, default: value, min: 0, max: 1 };
}

/** A whole number within a range. */
export function integerOption(
  name: string,
  summary: string,
  value: number,
  min: number,
  max: number,
): NumberOption {
  return { kind: "number", name, summary, default: value, min, max, isInteger: true };
}

/** One field of a schema: as a person describes it, and complete, as a commit keeps it. */

import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";
import type { AnalyzerOptions, CompleteAnalyzerOptions } from "../../text/index.ts";

/** The types of single values. */
export const VALUE_TYPES = ["text", "keyword", "number", "boolean", "date"] as const;

/** The type of a single value of a field. */
export type ValueType = (typeof VALUE_TYPES)[number];

/** The type of a field as a person writes it. */
export type FieldType = ValueType | `${ValueType}[]`;

/** A type taken apart. */
interface TypeDescriptor {
  readonly type: ValueType;
  readonly isArray: boolean;
}

/** Reads a type. `BAD_ARGUMENT` names the field for one that does not exist. */
export function parseFieldType(field: string, typeName: unknown): TypeDescriptor {
  const isArray = typeof typeName === "string" && typeName.endsWith("[]");
  const name = isArray ? typeName.slice(0, -2) : typeName;
  const type = VALUE_TYPES.find((each) => each === name);
  if (type === undefined) {
    const formatted = typeof typeName === "string" ? quote(typeName) : typeof typeName;
    throw badArgument(
      `field ${quote(field)} has the type ${formatted}; the types are ${VALUE_TYPES.join(", ")}, each also with [] for an array`,
      { field },
    );
  }
  return { type, isArray };
}

/** A type as a person writes it. */
export function formatFieldType({ type, isArray }: TypeDescriptor): FieldType {
  return isArray ? `${type}[]` : type;
}

/** A field as a person describes it. What is left out takes the default of its type. */
export interface FieldOptions {
  /** Default `text`. */
  readonly type?: FieldType | undefined;
  /** Text: how much the field counts against the others in `bm25f` and `sum`; above 0. Default 1. */
  readonly weight?: number | undefined;
  /** Text: the length normalisation of the field in `bm25f`, from 0 to 1. Default: the ranker's. */
  readonly b?: number | undefined;
  /** Text: how it becomes words. Default: the index's. */
  readonly analyzer?: AnalyzerOptions | undefined;
  /** Whether the value comes back with a hit. Default true. */
  readonly stored?: boolean | undefined;
  /** Text: whether its words are found. Default true. */
  readonly searchable?: boolean | undefined;
  /** Whether filters may name the field. Default true; false for text. */
  readonly filter?: boolean | undefined;
  /** Whether values may be counted. Default true; false for text. */
  readonly facet?: boolean | undefined;
  /** Whether results may be sorted by it. Default true; false for text and for arrays. */
  readonly sort?: boolean | undefined;
}

/** A field with nothing left to defaults: plain data that a commit stores. */
export interface Field extends TypeDescriptor {
  /** Its path: names of properties with a dot between them. */
  readonly name: string;
  readonly stored: boolean;
  readonly filter: boolean;
  readonly facet: boolean;
  readonly sort: boolean;
  /** What only a searchable text has; absent for everything else. */
  readonly text?: TextField;
}

/** How a searchable text is kept and ranked. */
export interface TextField {
  /** From 1 on, in the order in which text fields were added; never given twice. */
  readonly number: number;
  readonly weight: number;
  readonly b?: number;
  /** Absent where the field is read as the index says. */
  readonly analysis?: CompleteAnalyzerOptions;
}

/** Fields by name, as `createIndex` takes them: a type, or options. Names are paths with dots. */
export type SchemaOptions = Readonly<Record<string, FieldType | FieldOptions>>;

/** `BAD_ARGUMENT` unless the weight of a field is a number above 0. */
export function checkWeight(name: string, weight: unknown): asserts weight is number {
  if (typeof weight !== "number" || !Number.isFinite(weight) || weight <= 0) {
    throw fieldOptionError(name, `must have a finite weight above 0, got ${String(weight)}`);
  }
}

/** What is wrong with a field. */
export function fieldOptionError(name: string, rule: string): TermwiseError {
  return badArgument(`field ${quote(name)} ${rule}`, { field: name });
}

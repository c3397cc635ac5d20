/**
 * One field of a schema: its options, and its complete form, as a commit stores it. A field has one
 * of six types and holds one value or an array (`keyword[]`).
 */

import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";
import type { AnalyzerOptions, CompleteAnalyzerOptions } from "../../text/index.ts";

/** The types of single values. */
export const VALUE_TYPES = ["text", "keyword", "number", "boolean", "date", "geo"] as const;

/** The type of a single value of a field. */
export type ValueType = (typeof VALUE_TYPES)[number];

/** The type of a field in options. */
export type FieldType = ValueType | `${ValueType}[]`;

/** A parsed type. */
interface TypeDescriptor {
  readonly type: ValueType;
  readonly isArray: boolean;
}

/** Parses a type. Fails with `BAD_ARGUMENT`, which names the field, for an unknown one. */
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

/** Formats a type as in options. */
export function formatFieldType({ type, isArray }: TypeDescriptor): FieldType {
  return isArray ? `${type}[]` : type;
}

/** Options of a field. Omitted ones take the default of the type. */
export interface FieldOptions {
  /** Default `text`. */
  readonly type?: FieldType | undefined;
  /** Text: weight of the field relative to the others in `bm25f` and `sum`; above 0. Default 1. */
  readonly weight?: number | undefined;
  /** Text: the length normalisation of the field in `bm25f`, from 0 to 1. Default: the ranker's. */
  readonly b?: number | undefined;
  /** Text: its analysis. Default: that of the index. */
  readonly analyzer?: AnalyzerOptions | undefined;
  /** Whether the value is returned with a hit. Default true. */
  readonly stored?: boolean | undefined;
  /** Text: whether it is searched. Default true. */
  readonly searchable?: boolean | undefined;
  /** Whether filters may use the field. Default true; false for text. */
  readonly filter?: boolean | undefined;
  /** Whether its values may be counted as facets. Default true; false for text. */
  readonly facet?: boolean | undefined;
  /** Whether results may be sorted by it. Default true; false for text and for arrays. */
  readonly sort?: boolean | undefined;
}

/** A field without defaults: plain data that a commit stores. */
export interface Field extends TypeDescriptor {
  /** Its path: property names separated by dots. */
  readonly name: string;
  readonly stored: boolean;
  readonly filter: boolean;
  readonly facet: boolean;
  readonly sort: boolean;
  /** Present for a searchable text only. */
  readonly text?: TextField;
}

/** How a searchable text is indexed and ranked. */
export interface TextField {
  /** From 1, in the order in which text fields were added; never reused. */
  readonly number: number;
  readonly weight: number;
  readonly b?: number;
  /** Absent if the field has the analysis of the index. */
  readonly analysis?: CompleteAnalyzerOptions;
}

/** Fields by name, as `createIndex` accepts them: a type, or options. Names are paths with dots. */
export type SchemaOptions = Readonly<Record<string, FieldType | FieldOptions>>;

/** Far above any useful weight, and small enough that no score overflows. */
const MAX_FIELD_WEIGHT = 1_000_000;

/**
 * Fails with `BAD_ARGUMENT` unless the weight of a field is a number above 0 that is not too large. Here and not in
 * schema-parser.ts, because a search may choose weights and does not load the parser.
 */
export function checkWeight(name: string, weight: unknown): asserts weight is number {
  if (typeof weight !== "number" || !Number.isFinite(weight) || weight <= 0) {
    throw fieldOptionError(name, `must have a finite weight above 0, got ${String(weight)}`);
  }
  if (weight > MAX_FIELD_WEIGHT) {
    throw fieldOptionError(
      name,
      `must have a weight of at most ${MAX_FIELD_WEIGHT}, got ${weight}`,
    );
  }
}

/** The error for an invalid option of a field. */
export function fieldOptionError(name: string, rule: string): TermwiseError {
  return badArgument(`field ${quote(name)} ${rule}`, { field: name });
}

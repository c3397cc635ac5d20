/** One field of a schema: as a person describes it, and complete, as a commit keeps it. */

import type { AnalyzerOptions, CompleteAnalyzerOptions } from "../../text/index.ts";
import type { FieldType, TypeDescriptor } from "./field-type.ts";

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

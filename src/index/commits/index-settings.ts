/**
 * The settings of a new index, the check of options against the settings of an existing one, and
 * the id of an index.
 */

import { encodeText, hashBytes } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import {
  checkVectorSettings,
  type VectorOptions,
  type VectorSettings,
} from "../../dense/vectors/vector-settings.ts";
import { type AnalyzerOptions, completeOptions } from "../../text/index.ts";
import type { IndexId } from "../files/file-frame.ts";
import { Schema, type SchemaOptions } from "../schema/index.ts";
import type { IndexSettings } from "./commit.ts";

/** Settings that may be omitted. */
export interface SettingsOptions {
  readonly analysis?: AnalyzerOptions;
  readonly positions?: boolean;
  readonly forward?: boolean;
  readonly stored?: boolean;
  /** Fields of documents. An index with fields accepts more fields and other weights. */
  readonly fields?: SchemaOptions;
  /** Store document vectors, for semantic search. Fixed once the index exists. */
  readonly vectors?: VectorOptions;
}

/** The settings of a new index, or of the `existing` one, which the options must not contradict. */
export function chooseSettings(
  { analysis, positions, forward, stored, fields, vectors }: SettingsOptions,
  existing?: IndexSettings,
): IndexSettings {
  const settings: IndexSettings = {
    analysis: analysis === undefined && existing ? existing.analysis : completeOptions(analysis),
    positions: positions ?? existing?.positions ?? false,
    forward: forward ?? existing?.forward ?? true,
    stored: stored ?? existing?.stored ?? true,
    ...(fields === undefined || existing ? {} : { schema: Schema.parse(fields) }),
    ...chooseVectors(vectors, existing),
  };
  if (existing === undefined) return settings;
  for (const name of ["analysis", "positions", "forward", "stored", "vectors"] as const) {
    const [requested, current] = [JSON.stringify(settings[name]), JSON.stringify(existing[name])];
    if (requested !== current) {
      throw badArgument(
        `the index was made with ${name} ${current}, which cannot become ${requested}`,
      );
    }
  }
  return fields === undefined ? existing : { ...existing, schema: widenSchema(existing, fields) };
}

function chooseVectors(
  options: VectorOptions | undefined,
  existing: IndexSettings | undefined,
): { vectors?: VectorSettings } {
  if (options !== undefined) {
    if (existing !== undefined && existing.vectors === undefined) {
      throw badArgument("the index was made without vectors and cannot get any; build a new index");
    }
    const graph = options.graph ?? existing?.vectors?.graph;
    return { vectors: checkVectorSettings(graph === undefined ? options : { ...options, graph }) };
  }
  return existing?.vectors === undefined ? {} : { vectors: existing.vectors };
}

/**
 * Fails with `BAD_ARGUMENT` for an index with fields, because learned weights apply to the terms of
 * a single text.
 */
export function refuseFields({ schema }: IndexSettings): void {
  if (schema === undefined) return;
  throw badArgument("an index with fields cannot have occurrence weights");
}

function widenSchema({ schema }: IndexSettings, fields: SchemaOptions): Schema {
  if (schema === undefined) {
    throw badArgument("the index was made without fields and cannot get any; build a new index");
  }
  return schema.widen(fields);
}

/**
 * Creates the id of an index from its settings and its first document. It is not random, so that
 * the same collection yields the same bytes.
 */
export function createIndexId(settings: IndexSettings, first: readonly string[]): IndexId {
  const bytes = encodeText(JSON.stringify([settings, first]));
  const halves = [hashBytes(bytes, 1), hashBytes(bytes, 2)];
  return halves.map((half) => half.toString(16).padStart(8, "0")).join("");
}

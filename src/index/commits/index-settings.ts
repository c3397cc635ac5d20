/** What an index is made with: what was asked for, or what it has been made with already. */

import { badArgument } from "../../common/errors.ts";
import {
  checkVectorSettings,
  type VectorOptions,
  type VectorSettings,
} from "../../dense/vectors/vector-settings.ts";
import { type AnalyzerOptions, completeOptions } from "../../text/index.ts";
import { Schema, type SchemaOptions } from "../schema/index.ts";
import type { IndexSettings } from "./commit.ts";

/** Choices that may be left open. */
export interface SettingsOptions {
  readonly analysis?: AnalyzerOptions;
  readonly positions?: boolean;
  readonly forward?: boolean;
  readonly stored?: boolean;
  /** Fields of documents. An index that has fields may get more, and other weights. */
  readonly fields?: SchemaOptions;
  /** Store vectors of documents, for dense retrieval. Fixed once the index exists. */
  readonly vectors?: VectorOptions;
}

/** The settings of a new index, or those of an `existing` one, which options must not contradict. */
export function chooseSettings(
  { analysis, positions, forward, stored, fields, vectors }: SettingsOptions,
  existing?: IndexSettings,
): IndexSettings {
  const chosen: IndexSettings = {
    analysis: analysis === undefined && existing ? existing.analysis : completeOptions(analysis),
    positions: positions ?? existing?.positions ?? false,
    forward: forward ?? existing?.forward ?? true,
    stored: stored ?? existing?.stored ?? true,
    ...(fields === undefined || existing ? {} : { schema: Schema.parse(fields) }),
    ...chooseVectors(vectors, existing),
  };
  if (existing === undefined) return chosen;
  for (const name of ["analysis", "positions", "forward", "stored", "vectors"] as const) {
    const [requested, current] = [JSON.stringify(chosen[name]), JSON.stringify(existing[name])];
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
      throw badArgument("the index was made without vectors and cannot get any; make it anew");
    }
    const graph = options.graph ?? existing?.vectors?.graph;
    return { vectors: checkVectorSettings(graph === undefined ? options : { ...options, graph }) };
  }
  return existing?.vectors === undefined ? {} : { vectors: existing.vectors };
}

/** Learned weights are of the terms of one text. `BAD_ARGUMENT` for an index with fields. */
export function refuseFields({ schema }: IndexSettings): void {
  if (schema === undefined) return;
  throw badArgument("an index with fields cannot have learned term weights in its lists");
}

function widenSchema({ schema }: IndexSettings, fields: SchemaOptions): Schema {
  if (schema === undefined) {
    throw badArgument("the index was made without fields and cannot get any; make it anew");
  }
  return schema.widen(fields);
}

/**
 * Boosts as plain data: functions of a document's columns that raise or lower its score.
 *
 *   [{ field: "sales", function: "log", weight: 0.2 },
 *    { field: "added", function: "gaussianDecay", scale: "30d" },
 *    { filter: { stock: 0 }, weight: -0.5 }]
 *
 * The value of a boost is weight · function. With the mode `multiply`, the default, a
 * score is multiplied by 1 + value; with `add`, the value is added. All factors apply
 * before anything is added. A document without a value in the field is not boosted.
 * Of several values, the one with the largest function counts.
 */

import type { DistanceName, DocumentId, PropertyPath, SearchDocument } from "./document-type.ts";
import type { Filter, Length } from "./filter.ts";

/** How the value of a boost changes a score. */
export type BoostMode = "multiply" | "add";

/** A time such as `90s`, `30m`, `12h`, `7d` or `4w`. */
export type Duration = `${number}${"s" | "m" | "h" | "d" | "w"}`;

/** What every boost has. */
interface BoostWeight {
  /** ≥ 0, and in `multiply` also down to -1 where the function is at most 1. Default 1. */
  readonly weight?: number | undefined;
  /** Default `multiply`. */
  readonly mode?: BoostMode | undefined;
  /** The label of its part in explanations. Default: the function and its field. */
  readonly label?: string | undefined;
}

/** ln(1 + x). Numbers below 0 count as 0. */
interface LogBoost<Doc> extends BoostWeight {
  readonly field: PropertyPath<Doc>;
  readonly function: "log";
}

/** The number x itself. Numbers below 0 count as 0. */
interface LinearBoost<Doc> extends BoostWeight {
  readonly field: PropertyPath<Doc>;
  readonly function: "linear";
}

/** x / (x + pivot), from 0 to 1: one half at the pivot. Numbers below 0 count as 0. */
interface SaturationBoost<Doc> extends BoostWeight {
  readonly field: PropertyPath<Doc>;
  readonly function: "saturation";
  readonly pivot: number;
}

/**
 * From 1 at the origin down to one half at the distance `scale`:
 * max(0, 1 - d / 2), 2^-d or 2^-d², where d = max(0, |x - origin| - offset) / scale.
 */
interface DecayBoost<Doc> extends BoostWeight {
  /** Or `distance(location, 52.5, 13.4)`: the metres from a point, with the origin 0. */
  readonly field: PropertyPath<Doc> | DistanceName<Doc>;
  readonly function: "linearDecay" | "exponentialDecay" | "gaussianDecay";
  /** A number, or a date as in a document. Default, for dates only: the current minute. */
  readonly origin?: number | string | Date | undefined;
  /** A number, a time for dates, or a length for distances. */
  readonly scale: number | Duration | Length;
  /** A distance within which nothing decays. Default 0. */
  readonly offset?: number | Duration | Length | undefined;
}

/** 1 for documents that pass a filter, and 0 for all others. */
interface FilterBoost<Doc> extends BoostWeight {
  readonly filter: Filter<Doc> | string;
}

/** 1 for documents with these ids, and 0 for all others. */
interface IdsBoost extends BoostWeight {
  readonly ids: readonly DocumentId[];
}

/** A function of a field that raises or lowers the score of a document. */
export type Boost<Doc = SearchDocument> =
  | LogBoost<Doc>
  | LinearBoost<Doc>
  | SaturationBoost<Doc>
  | DecayBoost<Doc>
  | FilterBoost<Doc>
  | IdsBoost;

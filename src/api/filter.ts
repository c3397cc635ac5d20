/**
 * Filters as plain data: conditions on the properties of a document.
 *
 *   { category: "breakfast", minutes: { lt: 20 }, tags: { in: ["quick"] },
 *     or: [{ … }, { … }], and: [{ … }], not: { … } }
 *
 * All parts of a filter must hold. A property is named by itself or, inside an
 * object, by its path with dots. A property with several values, an array,
 * matches if one of its values does. `null` matches documents without a value. Texts are
 * compared by their code points, numbers by size, and never one with the other.
 *
 * Of a geo field, the distance to a point (latitude, longitude) is compared, in metres
 * or with a unit; or it must have a point in a box (south, west, north, east):
 *
 *   { "distance(location, 52.5, 13.4)": { lt: "5km" },
 *     "box(location, 52.3, 13.1, 52.7, 13.8)": true }
 */

import type { Scalar } from "../index/columns/index.ts";
import type {
  BoxName,
  DistanceName,
  PropertyPath,
  PropertyValue,
  SearchDocument,
} from "./document-type.ts";

/** A value to compare with; a `Date` is its milliseconds since 1970. */
export type ComparedValue = Scalar | Date;

/** A length; a number is metres. */
export type Length = `${number}${"m" | "km" | "mi" | "ft"}`;

/** Conditions on one property; a single value must meet all of them but `ne`. */
export interface Conditions<Value extends ComparedValue = ComparedValue> {
  readonly eq?: Value | null;
  /** No value of the property is this one. */
  readonly ne?: Value | null;
  readonly lt?: OrderedValue<Value>;
  readonly lte?: OrderedValue<Value>;
  readonly gt?: OrderedValue<Value>;
  readonly gte?: OrderedValue<Value>;
  readonly in?: readonly (Value | null)[];
  /** Whether the property has a value. */
  readonly exists?: boolean;
}

/** All documents that pass a filter. */
export interface FilteredDocuments<Doc = SearchDocument> {
  readonly filter: Filter<Doc> | string;
}

/** Conditions on the properties of a document. */
export type Filter<Doc = SearchDocument> = string extends keyof Doc
  ? UntypedFilter
  : TypedFilter<Doc>;

/** A filter on properties of any name. */
interface UntypedFilter {
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  readonly [property: string]: ComparedValue | Conditions | Filter | readonly Filter[] | undefined;
}

/** A filter on the properties of a document type, each compared with values of its type. */
type TypedFilter<Doc> = {
  readonly and?: readonly Filter<Doc>[];
  readonly or?: readonly Filter<Doc>[];
  readonly not?: Filter<Doc>;
} & {
  readonly [Path in PropertyPath<Doc>]?:
    | Comparable<PropertyValue<Doc, Path>>
    | null
    | Conditions<Comparable<PropertyValue<Doc, Path>>>
    | undefined;
} & {
  readonly [Name in DistanceName<Doc>]?: Conditions<number | Length> | undefined;
} & { readonly [Name in BoxName<Doc>]?: boolean | undefined };

/** A value to compare with. Dates are stored as numbers or texts. */
type Comparable<Value> = Value extends boolean
  ? boolean
  : Value extends number
    ? number | Date
    : Value extends string
      ? string | Date
      : ComparedValue;

type OrderedValue<Value> = Exclude<Value, boolean | null>;

/** The fields of an index by the type of its documents: only names and types that its values fit. */

import type { FieldOptions, FieldType, ValueType } from "../index/schema/index.ts";
import type { PropertyPath, PropertyValue, SearchDocument } from "./document-type.ts";

/** Fields by name, each a type or options. Without a document type, every name and type is permitted. */
export type SchemaFields<Doc = SearchDocument> = string extends keyof Doc
  ? Readonly<Record<string, FieldType | FieldOptions>>
  : {
      readonly [Path in Exclude<PropertyPath<Doc>, "id">]?: FieldOf<
        FittingType<PropertyValue<Doc, Path>>
      >;
    };

type FieldOf<Type extends ValueType> = Type | `${Type}[]` | OptionsOf<Type>;

/** Options without a type are those of a text. */
type OptionsOf<Type extends ValueType> = [Type] extends [never]
  ? never
  : Omit<FieldOptions, "type"> &
      ("text" extends Type
        ? { readonly type?: Type | `${Type}[]` | undefined }
        : { readonly type: Type | `${Type}[]` });

/** The types of fields that can hold a value; any for a value of unknown type. */
type FittingType<Value> = unknown extends Value
  ? ValueType
  : Value extends number
    ? "number" | "date"
    : Value extends boolean
      ? "boolean"
      : Value extends string
        ? "text" | "keyword" | "date"
        : Value extends Date
          ? "date"
          : Value extends object
            ? "geo"
            : never;

/** What a field holds: one of five types, one value or an array of them (`keyword[]`). */

import { badArgument, quote } from "../../common/errors.ts";

/** The types of single values. */
export const VALUE_TYPES = ["text", "keyword", "number", "boolean", "date"] as const;

/** The type of a single value of a field. */
export type ValueType = (typeof VALUE_TYPES)[number];

/** The type of a field as a person writes it. */
export type FieldType = ValueType | `${ValueType}[]`;

/** A type taken apart. */
export interface TypeDescriptor {
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

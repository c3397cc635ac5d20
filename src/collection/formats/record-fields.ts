/**
 * Finds the id, title and text of a record: by default names, or by names from the caller. All
 * other values become fields. A field cannot be called `id`, `title` or `text`, because these are
 * the record's own: a remaining value under such a name becomes `source_id`, `source_title` or
 * `source_text`.
 */

import { quote } from "../../common/errors.ts";
import type { JsonValue } from "../document.ts";
import type { ReadOptions } from "./lines.ts";
import { checkId, type FilePosition } from "./records.ts";

/** The default names of columns or properties, in order of preference. */
export const DEFAULT_FIELD_NAMES = {
  document: { id: ["_id", "id", "docid"], text: ["text", "contents", "body"] },
  query: { id: ["_id", "id", "qid"], text: ["text", "query"] },
} as const;

export type RecordKind = keyof typeof DEFAULT_FIELD_NAMES;

/** Names of columns or properties that are not the default ones. */
export interface FieldNames {
  readonly id?: string;
  readonly title?: string;
  /** Several are joined, each on its own line. */
  readonly text?: readonly string[];
  /** A record without a text has an empty text instead of being an error. */
  readonly mayLackText?: boolean;
}

/** How records become documents or queries. */
export interface RecordOptions extends ReadOptions {
  fieldNames?: FieldNames;
}

export interface ParsedRecord {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly fields: Record<string, JsonValue>;
}

/** The parts of a JSON object. Fails with `BAD_INPUT` if it has no id or no text. */
export function parseRecord(
  values: Readonly<Record<string, JsonValue>>,
  kind: RecordKind,
  names: FieldNames,
  position: FilePosition,
): ParsedRecord {
  const idName = findIdName(values, kind, names);
  const textNames = findTextNames(values, kind, names);
  if (idName === undefined) throw position.error(describeMissing(kind, "id", names));
  if (textNames.length === 0 && names.mayLackText !== true)
    throw position.error(describeMissing(kind, "text", names));
  const titleName = names.title ?? "title";
  const title = toPlainText(values[titleName]);
  const others: [string, JsonValue][] = [];
  for (const name of Object.keys(values)) {
    const isUsed =
      name === idName || (name === titleName && title !== undefined) || textNames.includes(name);
    if (!isUsed) others.push([name, values[name] as JsonValue]);
  }
  const [firstText = ""] = textNames;
  return {
    id: checkId(toIdText(values[idName] as string | number, kind, position), kind, position),
    title: title ?? "",
    text:
      textNames.length === 1
        ? (toPlainText(values[firstText]) as string)
        : textNames.map((name) => toPlainText(values[name])).join("\n"),
    fields: others.length === 0 ? {} : Object.fromEntries(renameReservedFields(others)),
  };
}

/** Renames fields with reserved names. Null or empty values under a reserved name are dropped. */
export function renameReservedFields<T extends JsonValue>(
  entries: readonly (readonly [string, T])[],
): readonly (readonly [string, T])[] {
  if (!entries.some(([name]) => isReserved(name))) return entries;
  const usedNames = new Set(entries.map(([name]) => name));
  return entries.flatMap(([name, value]): (readonly [string, T])[] => {
    if (!isReserved(name)) return [[name, value]];
    if (value === null || value === "") return [];
    let unusedName = `source_${name}`;
    while (usedNames.has(unusedName)) unusedName = `source_${unusedName}`;
    usedNames.add(unusedName);
    return [[unusedName, value]];
  });
}

function isReserved(name: string): boolean {
  return name === "id" || name === "title" || name === "text";
}

/** The error for a record without an id or text. */
export function describeMissing(kind: RecordKind, part: "id" | "text", names: FieldNames): string {
  const type = part === "id" ? "a string or whole number" : "a string";
  const configuredNames = part === "id" ? names.id : names.text;
  if (configuredNames !== undefined)
    return `a ${kind} needs its ${part}, ${type} named ${[configuredNames].flat().join(" or ")}`;
  const usual = DEFAULT_FIELD_NAMES[kind][part].join(", ");
  const other =
    kind === "document" ? `; --${part}-field (in code, fieldNames.${part}) names another` : "";
  return `a ${kind} needs an ${part}, ${type} named ${usual}${other}`.replace("an text", "a text");
}

/**
 * A whole number becomes its digits. A number that a 64-bit float cannot represent exactly has been
 * rounded by the parser, so two ids could collide.
 */
export function toIdText(id: string | number, kind: RecordKind, position: FilePosition): string {
  if (typeof id === "string") return id;
  if (Number.isSafeInteger(id)) return String(id);
  throw position.error(
    `a ${kind} id that is a number must be whole and at most 2^53 - 1, got ${id}; write it as a string`,
  );
}

function findIdName(
  values: Readonly<Record<string, JsonValue>>,
  kind: RecordKind,
  { id }: FieldNames,
): string | undefined {
  const candidates = id === undefined ? DEFAULT_FIELD_NAMES[kind].id : [id];
  return candidates.find((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === "string" || typeof value === "number";
  });
}

function findTextNames(
  values: Readonly<Record<string, JsonValue>>,
  kind: RecordKind,
  { text }: FieldNames,
): readonly string[] {
  const isText = (name: string): boolean =>
    Object.hasOwn(values, name) && toPlainText(values[name]) !== undefined;
  if (text !== undefined) return text.filter(isText);
  const usual = DEFAULT_FIELD_NAMES[kind].text.find(
    (name) => isText(name) && typeof values[name] !== "number" && typeof values[name] !== "boolean",
  );
  return usual === undefined ? [] : [usual];
}

/** A value as readable text: a string, a number, or a list of strings; undefined for any other. */
function toPlainText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isList ? value.join("\n") : undefined;
}

/** For tables: the index of each part among the columns of a header. */
export interface TableColumns {
  readonly count: number;
  readonly id: number;
  readonly title: number;
  readonly texts: readonly number[];
  readonly others: readonly (readonly [name: string, column: number])[];
}

/** Two columns without names. */
export const UNNAMED_COLUMNS: TableColumns = { count: 2, id: 0, title: -1, texts: [1], others: [] };

/**
 * The columns that a header names, ignoring case; undefined if it lacks the default ones. Fails
 * with `BAD_INPUT` if it lacks one that the caller names.
 */
export function findNamedColumns(
  cells: readonly string[],
  kind: RecordKind,
  names: FieldNames,
  position: FilePosition,
): TableColumns | undefined {
  const columnNames = cells.map((cell) => cell.trim().toLowerCase());
  const findDefault = (candidates: readonly string[]): number =>
    columnNames.indexOf(candidates.find((name) => columnNames.includes(name)) ?? "\0");
  const findColumn = (name: string): number => {
    const column = columnNames.indexOf(name.trim().toLowerCase());
    if (column >= 0) return column;
    throw position.error(
      `the first row has no column ${quote(name)}, it has ${quote(columnNames.join(", "))}`,
    );
  };
  const id =
    names.id === undefined ? findDefault(DEFAULT_FIELD_NAMES[kind].id) : findColumn(names.id);
  const texts = names.text?.map(findColumn) ?? [findDefault(DEFAULT_FIELD_NAMES[kind].text)];
  const title = names.title === undefined ? findDefault(["title"]) : findColumn(names.title);
  if (id < 0 || texts.some((column) => column < 0)) return undefined;
  const used = [id, title, ...texts];
  const others = columnNames.flatMap((name, i) =>
    name === "" || used.includes(i) ? [] : [[name, i] as const],
  );
  return { count: cells.length, id, title, texts, others };
}

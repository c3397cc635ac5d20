/**
 * Detects the contents of a file from its beginning.
 *
 * Names are unreliable and formats share extensions, so readers of whole folders look at the
 * contents first; names decide only what the contents leave open.
 */

import type { Files } from "../../storage/files.ts";
import { decompress } from "../../storage/gzip.ts";
import { Columns } from "./columns.ts";
import { detectDelimiter } from "./csv-rows.ts";
import { DEFAULT_FIELD_NAMES, type FieldNames } from "./record-fields.ts";

export type ContentType =
  /** An object per line. */
  | "json"
  /** Objects in an array, or over several lines. */
  | "json-array"
  | "trec-documents"
  | "trec-topics"
  | "smart"
  | "warc"
  | "judgements"
  | "run"
  | "html"
  | "tabs"
  /** Columns separated by commas or semicolons, with names for an id and a text. */
  | "named-columns"
  | "text"
  | "binary"
  | "empty";

/** Enough for a licence or an XML header before the first record. */
const HEAD_BYTES = 1 << 16;

/** Lines that must agree before columns of numbers are treated as judgements or a run. */
const SAMPLE_LINES = 5;

/** `names` are the columns of a table, if they are not the default ones. */
export async function detectContent(
  files: Files,
  path: string,
  names: FieldNames = {},
): Promise<ContentType> {
  const head = await readHead(files, path);
  if (/^WARC\/\d/.test(head)) return "warc";
  if (head.includes("\0")) return "binary";
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  const first = lines[0]?.trim();
  if (first === undefined) return "empty";
  if (/^\[\s*[{\]]/.test(head.trimStart())) return "json-array";
  // A line of JSON Lines ends with its object.
  if (first.startsWith("{"))
    return lines.length > 1 && /[{[,]$/.test(first) ? "json-array" : "json";
  if (/^\.I[ \t]+\S/.test(first)) return "smart";
  if (first.startsWith("<")) {
    if (lines.some((line) => /^\s*<doc[\s>]/i.test(line))) return "trec-documents";
    return lines.some((line) => /^\s*<top>/i.test(line) || isXmlTopic(line))
      ? "trec-topics"
      : "html";
  }
  if (hasNamedColumns(first, names)) return "named-columns";
  return detectColumnContent(lines) ?? (first.includes("\t") ? "tabs" : "text");
}

/** True for a file of topics in XML, as the tracks of TREC have them since 2009. */
export async function hasXmlTopics(files: Files, path: string): Promise<boolean> {
  return (await readHead(files, path)).split("\n").some(isXmlTopic);
}

function isXmlTopic(line: string): boolean {
  return /^\s*<topic [^>]*\b(?:number|id|qid)\s*=/i.test(line);
}

function hasNamedColumns(line: string, fieldNames: FieldNames): boolean {
  const delimiter = detectDelimiter(line);
  if (delimiter === "\t") return false;
  const names = line.split(delimiter).map((cell) => cell.trim().replaceAll('"', "").toLowerCase());
  const has = (candidates: readonly string[]): boolean =>
    candidates.some((name) => names.includes(name.trim().toLowerCase()));
  return Object.values(DEFAULT_FIELD_NAMES).some(
    ({ id, text }) =>
      has(fieldNames.id === undefined ? id : [fieldNames.id]) && has(fieldNames.text ?? text),
  );
}

/** The first bytes of a file, decompressed, as text; the last line may be truncated. */
async function readHead(files: Files, path: string): Promise<string> {
  const decoder = new TextDecoder(); // a truncated or invalid character does not matter here
  let head = "";
  for await (const chunk of decompress(files.read(path), path)) {
    head += decoder.decode(chunk.subarray(0, HEAD_BYTES), { stream: true });
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

function detectColumnContent(lines: readonly string[]): "judgements" | "run" | undefined {
  const rows = lines.filter((line) => !line.startsWith("#"));
  if (/^query-id\s+corpus-id\s+score$/.test(rows[0]?.trim() ?? "")) return "judgements";
  // The last line of a full head may be truncated.
  const sample = rows.slice(0, Math.max(1, Math.min(SAMPLE_LINES, rows.length - 1)));
  const columns = new Columns();
  const all = (test: (count: number) => boolean): boolean =>
    sample.length > 0 && sample.every((line) => test(columns.split(line)));
  if (all((count) => count === 6 && isNumber(columns, 3) && isNumber(columns, 4))) return "run";
  const isJudgement = (count: number): boolean =>
    (count === 3 || count === 4) && isNumber(columns, count - 1);
  return all(isJudgement) ? "judgements" : undefined;
}

function isNumber(columns: Columns, column: number): boolean {
  return Number.isFinite(columns.number(column));
}

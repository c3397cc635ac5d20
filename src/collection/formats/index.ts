/** The parts of file formats that other modules use. */

export { hasTexts } from "./candidates-file.ts";
export { readCsvRows } from "./csv-rows.ts";
export { parseJsonRecord } from "./json-record.ts";
export { formatJudgementTable, readJudgementTable } from "./judgement-table.ts";
export { decodeLineBatches } from "./lines.ts";
export { streamIdTriples, streamTextTriples, type Triple } from "./msmarco-training.ts";
export { readLineBatches } from "./records.ts";
export { streamTextPairs, type TextPair } from "./text-pairs.ts";
export { writeLines } from "./write-lines.ts";

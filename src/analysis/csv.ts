/** Tables as comma-separated values (RFC 4180), for spreadsheets and data frames. */

import type { Table } from "./table.ts";

/** The table with its header, one line per row. */
export function renderCsv({ header, rows }: Pick<Table, "header" | "rows">): string {
  return [header, ...rows].map((row) => `${row.map(escapeField).join(",")}\r\n`).join("");
}

function escapeField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

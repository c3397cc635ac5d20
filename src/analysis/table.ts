/** Tables for people (aligned text), for documents (Markdown) and for papers (LaTeX). */

export type TableStyle = "text" | "markdown" | "latex";

/** A table as data. */
export interface Table {
  /** Names of the columns; if all are empty, text shows no header. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns that hold words and are aligned left; the others hold numbers. */
  readonly words: readonly number[];
}

/** A table as text, Markdown or LaTeX. */
export function renderTable(table: Table, style: TableStyle): string {
  if (style === "latex") return renderLatex(table);
  const widths = table.header.map((_, column) =>
    Math.max(...[table.header, ...table.rows].map((row) => measureWidth(row[column] ?? ""))),
  );
  const line = (row: readonly string[], gap: string): string =>
    row.map((cell, c) => padCell(cell, widths[c] as number, table.words.includes(c))).join(gap);
  if (style === "text") {
    const rule = widths.map((w) => "─".repeat(w)).join("──");
    const rows = table.rows.map((row) => line(row, "  ").trimEnd());
    const head = table.header.every((name) => name === "")
      ? []
      : [line(table.header, "  ").trimEnd(), rule];
    return [...head, ...rows].join("\n");
  }
  const rule = widths.map((w, c) =>
    table.words.includes(c) ? "-".repeat(w) : `${"-".repeat(Math.max(1, w - 1))}:`,
  );
  const rows = table.rows.map((row) => line(row.map(escapeMarkdown), " | "));
  const all = [line(table.header.map(escapeMarkdown), " | "), rule.join(" | "), ...rows];
  return all.map((text) => `| ${text} |`).join("\n");
}

function renderLatex({ header, rows, words }: Table): string {
  const columns = header.map((_, c) => (words.includes(c) ? "l" : "r")).join("");
  const line = (row: readonly string[]): string => `${row.map(escapeLatex).join(" & ")} \\\\`;
  return [
    `\\begin{tabular}{${columns}}`,
    "\\hline",
    line(header),
    "\\hline",
    ...rows.map(line),
    "\\hline",
    "\\end{tabular}",
  ].join("\n");
}

function padCell(cell: string, to: number, isWord: boolean): string {
  const space = " ".repeat(Math.max(0, to - measureWidth(cell)));
  return isWord ? cell + space : space + cell;
}

/** Columns on a terminal: combining marks take none. Double-width scripts are not supported. */
function measureWidth(cell: string): number {
  return [...cell.replaceAll(/\p{M}/gu, "")].length;
}

function escapeMarkdown(cell: string): string {
  return cell.replaceAll("|", "\\|");
}

function escapeLatex(cell: string): string {
  return cell
    .replaceAll(/[\\&%$#_{}~^]/g, (mark) =>
      mark === "\\"
        ? "\\textbackslash{}"
        : mark === "~" || mark === "^"
          ? `\\${mark}{}`
          : `\\${mark}`,
    )
    .replaceAll("−", "$-$");
}

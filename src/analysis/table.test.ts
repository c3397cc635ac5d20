import { expect, test } from "vitest";
import { renderTable, type Table } from "./table.ts";

const table: Table = {
  header: ["run", "P@5"],
  rows: [
    ["bm25_a", "0.5"],
    ["x|y", "10.25"],
  ],
  words: [0],
};

test("plain text aligns words left and numbers right", () => {
  expect(renderTable(table, "text")).toBe(
    ["run       P@5", "─────────────", "bm25_a    0.5", "x|y     10.25"].join("\n"),
  );
});

test("Markdown declares the alignment and escapes bars", () => {
  expect(renderTable(table, "markdown")).toBe(
    ["| run    |   P@5 |", "| ------ | ----: |", "| bm25_a |   0.5 |", "| x\\|y   | 10.25 |"].join(
      "\n",
    ),
  );
});

test("LaTeX escapes commands", () => {
  expect(renderTable({ header: ["a_b", "50 %"], rows: [["\\^", "−1"]], words: [0] }, "latex")).toBe(
    [
      "\\begin{tabular}{lr}",
      "\\hline",
      "a\\_b & 50 \\% \\\\",
      "\\hline",
      "\\textbackslash{}\\^{} & $-$1 \\\\",
      "\\hline",
      "\\end{tabular}",
    ].join("\n"),
  );
});

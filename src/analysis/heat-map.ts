/**
 * A matrix as SVG text: a cell is darker for a larger value and shows its number, and frames mark
 * windows of cells.
 */

import { badArgument } from "../common/errors.ts";
import {
  formatStrokeColour,
  renderHeading,
  renderLabel,
  renderPicture,
  roundCoordinate,
} from "./svg-picture.ts";

/** A frame around cells, named in the legend. */
export interface CellFrame {
  readonly name: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Names of rows and columns, title and frames. */
export interface HeatMapOptions {
  readonly title?: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly frames?: readonly CellFrame[];
}

const CELL = { width: 52, height: 30 };
const LETTER = 7;

/** Renders the matrix. `BAD_ARGUMENT` if names and values differ in number. */
export function renderHeatMap(
  values: readonly (readonly number[])[],
  { title = "", rows, columns, frames = [] }: HeatMapOptions,
): string {
  const isWhole =
    values.length === rows.length && values.every(({ length }) => length === columns.length);
  if (!isWhole || rows.length === 0) {
    throw badArgument(
      `a heat map needs ${rows.length} rows of ${columns.length} values, as many as there are names`,
    );
  }
  const left = 16 + LETTER * Math.max(...rows.map(({ length }) => length));
  const slanted = LETTER * Math.max(...columns.map(({ length }) => length)) * 0.75;
  const top = (title === "" ? 8 : 32) + slanted + 12;
  const names = [...new Set(frames.map(({ name }) => name))];
  const plain = left + columns.length * CELL.width + slanted + 8;
  const width = Math.max(plain, title.length * LETTER + 16, 60 + names.join("   ").length * LETTER);
  const bottom = top + rows.length * CELL.height;
  const height = bottom + (names.length > 0 ? 30 : 12);
  const largest = Math.max(...values.flat().map(Math.abs), 1e-12);
  return renderPicture({ width: roundCoordinate(width), height: roundCoordinate(height) }, title, [
    renderHeading(width, title),
    ...columns.map((name, i) => {
      const [x, y] = [roundCoordinate(left + (i + 0.5) * CELL.width), roundCoordinate(top - 8)];
      return `<g transform="translate(${x} ${y}) rotate(-45)">${renderLabel(0, 0, name)}</g>`;
    }),
    ...rows.map((name, i) =>
      renderLabel(left - 8, top + (i + 0.5) * CELL.height + 4, name, 'text-anchor="end"'),
    ),
    ...values.flatMap((row, i) =>
      row.map((value, j) => renderCell(value, largest, i, j, left, top)),
    ),
    ...frames.map(
      ({ name, row, column, rows: high, columns: wide }) =>
        `<rect x="${roundCoordinate(left + column * CELL.width + 2)}" y="${roundCoordinate(top + row * CELL.height + 2)}" width="${wide * CELL.width - 4}" height="${high * CELL.height - 4}" fill="none" stroke-width="3" ${formatStrokeColour(1 + names.indexOf(name))}/>`,
    ),
    ...names.flatMap((name, i) => {
      const x = 16 + 28 * i + names.slice(0, i).join("").length * LETTER;
      return [
        `<rect x="${x}" y="${roundCoordinate(bottom + 10)}" width="14" height="12" fill="none" stroke-width="3" ${formatStrokeColour(1 + i)}/>`,
        renderLabel(x + 20, bottom + 20, name),
      ];
    }),
  ]);
}

/** Blue in proportion to the largest value; the number is white on a dark cell. */
function renderCell(
  value: number,
  largest: number,
  row: number,
  column: number,
  left: number,
  top: number,
): string {
  const share = Math.max(0, value) / largest;
  const [x, y] = [left + column * CELL.width, top + row * CELL.height];
  const mix = (from: number, to: number): number => Math.round(from + share * (to - from));
  const colour = `rgb(${mix(245, 0)},${mix(248, 84)},${mix(252, 148)})`;
  const ink = share > 0.55 ? "#fff" : "#222";
  return (
    `<rect x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" width="${CELL.width}" height="${CELL.height}" fill="${colour}" stroke="#ddd"/>` +
    `<text x="${roundCoordinate(x + CELL.width / 2)}" y="${roundCoordinate(y + CELL.height / 2 + 4)}" font-family="sans-serif" font-size="12" fill="${ink}" text-anchor="middle">${formatValue(value)}</text>`
  );
}

function formatValue(value: number): string {
  return value.toFixed(2).replace(/^(-?)0\./, "$1.");
}

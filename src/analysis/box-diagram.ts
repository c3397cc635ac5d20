/**
 * Boxes joined by arrows as SVG text: the parts of a model, or the steps of a
 * computation. Boxes stand in levels, from top to bottom; an arrow goes from a
 * box to one of a lower level.
 */

import { badArgument, quote } from "../common/errors.ts";
import { at, heading, label, picture, strokeColour } from "./svg-picture.ts";

/** One box with its lines of text. */
export interface DiagramBox {
  readonly name: string;
  readonly lines?: readonly string[];
  /** The level from the top, from 0. */
  readonly level: number;
  /** Boxes that an arrow leads from. */
  readonly from?: readonly string[];
  /** Drawn with a thick coloured frame. */
  readonly isMarked?: boolean;
}

const LETTER = 7;
const LINE = 16;
const GAP = { x: 24, y: 34 };

/** Draws the boxes. `BAD_ARGUMENT` for an arrow from a box that is not there. */
export function boxDiagram(
  boxes: readonly DiagramBox[],
  { title = "" }: { readonly title?: string } = {},
): string {
  if (boxes.length === 0) throw badArgument("a diagram needs a box, got none");
  const levels = [...new Set(boxes.map(({ level }) => level))].sort((a, b) => a - b);
  const rows = levels.map((level) => boxes.filter((box) => box.level === level));
  const widthOf = ({ name, lines = [] }: DiagramBox): number =>
    20 + LETTER * Math.max(...[name, ...lines].map(({ length }) => length));
  const heightOf = ({ lines = [] }: DiagramBox): number => 14 + LINE * (1 + lines.length);
  const rowWidth = (row: readonly DiagramBox[]): number =>
    row.reduce((sum, box) => sum + widthOf(box) + GAP.x, -GAP.x);
  const width = Math.max(...rows.map(rowWidth), title.length * LETTER) + 32;
  const places = new Map<string, Place>();
  let y = title === "" ? 12 : 36;
  for (const row of rows) {
    let x = (width - rowWidth(row)) / 2;
    const rowEnd = y + Math.max(...row.map(heightOf));
    for (const box of row) {
      places.set(box.name, { x, y, width: widthOf(box), height: heightOf(box), rowEnd });
      x += widthOf(box) + GAP.x;
    }
    y = rowEnd + GAP.y;
  }
  const arrows = boxes.flatMap((box) => (box.from ?? []).map((from) => arrow(places, from, box)));
  return picture({ width: at(width), height: at(y - GAP.y + 12) }, title, [
    heading(width, title),
    ...arrows,
    ...boxes.map((box) => drawn(box, places.get(box.name) as Place)),
  ]);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the highest box of its row ends. */
  readonly rowEnd: number;
}

function arrow(places: ReadonlyMap<string, Place>, from: string, { name }: DiagramBox): string {
  const [start, end] = [places.get(from), places.get(name)];
  if (start === undefined || end === undefined) {
    throw badArgument(`${quote(name)} has an arrow from ${quote(from)}, which is no box`);
  }
  const [x1, y1] = [at(start.x + start.width / 2), at(start.y + start.height)];
  const [x2, y2] = [at(end.x + end.width / 2), at(end.y)];
  // Straight down to the end of the row, so that the bend crosses no box beside.
  const bend = at(start.rowEnd);
  const middle = at((bend + y2) / 2);
  return (
    `<path d="M${x1} ${y1}V${bend}C${x1} ${middle} ${x2} ${middle} ${x2} ${at(y2 - 6)}" fill="none" stroke="#222" class="line"/>` +
    `<path d="M${at(x2 - 4)} ${at(y2 - 7)}L${x2} ${y2}L${at(x2 + 4)} ${at(y2 - 7)}Z" fill="#222" class="ink"/>`
  );
}

function drawn({ name, lines = [], isMarked = false }: DiagramBox, place: Place): string {
  const { x, y, width, height } = place;
  const frame = isMarked
    ? `stroke-width="3" ${strokeColour(1)}`
    : 'stroke-width="1" stroke="#222" class="line"';
  const middle = x + width / 2;
  // Two rectangles: one class colours the paper, the other the frame.
  return [
    `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="4" fill="#f4f6f8" class="pale"/>`,
    `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="4" fill="none" ${frame}/>`,
    label(middle, y + 18, name, 'text-anchor="middle" font-weight="bold"'),
    ...lines.map((line, i) => label(middle, y + 18 + LINE * (i + 1), line, 'text-anchor="middle"')),
  ].join("");
}

/**
 * Boxes joined by arrows as SVG text: the parts of a model, or the steps of a computation. Boxes
 * are arranged in levels from top to bottom; an arrow leads from a box to one of a lower level.
 */

import { badArgument, quote } from "../common/errors.ts";
import {
  formatStrokeColour,
  renderHeading,
  renderLabel,
  renderPicture,
  roundCoordinate,
} from "./svg-picture.ts";

/** One box with its lines of text. */
export interface DiagramBox {
  readonly name: string;
  readonly lines?: readonly string[];
  /** The level from the top, from 0. */
  readonly level: number;
  /** Boxes that arrows come from. */
  readonly from?: readonly string[];
  /** Drawn with a thick coloured frame. */
  readonly isMarked?: boolean;
}

const LETTER = 7;
const LINE = 16;
const GAP = { x: 24, y: 34 };

/** Renders the boxes. `BAD_ARGUMENT` for an arrow from an unknown box. */
export function renderBoxDiagram(
  boxes: readonly DiagramBox[],
  { title = "" }: { readonly title?: string } = {},
): string {
  if (boxes.length === 0) throw badArgument("a diagram needs a box, got none");
  const levels = [...new Set(boxes.map(({ level }) => level))].sort((a, b) => a - b);
  const rows = levels.map((level) => boxes.filter((box) => box.level === level));
  const computeWidth = ({ name, lines = [] }: DiagramBox): number =>
    20 + LETTER * Math.max(...[name, ...lines].map(({ length }) => length));
  const computeHeight = ({ lines = [] }: DiagramBox): number => 14 + LINE * (1 + lines.length);
  const rowWidth = (row: readonly DiagramBox[]): number =>
    row.reduce((sum, box) => sum + computeWidth(box) + GAP.x, -GAP.x);
  const width = Math.max(...rows.map(rowWidth), title.length * LETTER) + 32;
  const bounds = new Map<string, BoxBounds>();
  let y = title === "" ? 12 : 36;
  for (const row of rows) {
    let x = (width - rowWidth(row)) / 2;
    const rowEnd = y + Math.max(...row.map(computeHeight));
    for (const box of row) {
      bounds.set(box.name, { x, y, width: computeWidth(box), height: computeHeight(box), rowEnd });
      x += computeWidth(box) + GAP.x;
    }
    y = rowEnd + GAP.y;
  }
  const arrows = boxes.flatMap((box) =>
    (box.from ?? []).map((from) => renderArrow(bounds, from, box)),
  );
  return renderPicture(
    { width: roundCoordinate(width), height: roundCoordinate(y - GAP.y + 12) },
    title,
    [
      renderHeading(width, title),
      ...arrows,
      ...boxes.map((box) => renderBox(box, bounds.get(box.name) as BoxBounds)),
    ],
  );
}

interface BoxBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The lower edge of the highest box in its row. */
  readonly rowEnd: number;
}

function renderArrow(
  bounds: ReadonlyMap<string, BoxBounds>,
  from: string,
  { name }: DiagramBox,
): string {
  const [start, end] = [bounds.get(from), bounds.get(name)];
  if (start === undefined || end === undefined) {
    throw badArgument(`${quote(name)} has an arrow from ${quote(from)}, which is no box`);
  }
  const [x1, y1] = [
    roundCoordinate(start.x + start.width / 2),
    roundCoordinate(start.y + start.height),
  ];
  const [x2, y2] = [roundCoordinate(end.x + end.width / 2), roundCoordinate(end.y)];
  // Straight down to the end of the row, so that the bend crosses no neighbouring box.
  const bend = roundCoordinate(start.rowEnd);
  const middle = roundCoordinate((bend + y2) / 2);
  return (
    `<path d="M${x1} ${y1}V${bend}C${x1} ${middle} ${x2} ${middle} ${x2} ${roundCoordinate(y2 - 6)}" fill="none" stroke="#222" class="line"/>` +
    `<path d="M${roundCoordinate(x2 - 4)} ${roundCoordinate(y2 - 7)}L${x2} ${y2}L${roundCoordinate(x2 + 4)} ${roundCoordinate(y2 - 7)}Z" fill="#222" class="ink"/>`
  );
}

function renderBox({ name, lines = [], isMarked = false }: DiagramBox, bounds: BoxBounds): string {
  const { x, y, width, height } = bounds;
  const frame = isMarked
    ? `stroke-width="3" ${formatStrokeColour(1)}`
    : 'stroke-width="1" stroke="#222" class="line"';
  const middle = x + width / 2;
  // Two rectangles: one class colours the background, the other the frame.
  return [
    `<rect x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" width="${roundCoordinate(width)}" height="${roundCoordinate(height)}" rx="4" fill="#f4f6f8" class="pale"/>`,
    `<rect x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" width="${roundCoordinate(width)}" height="${roundCoordinate(height)}" rx="4" fill="none" ${frame}/>`,
    renderLabel(middle, y + 18, name, 'text-anchor="middle" font-weight="bold"'),
    ...lines.map((line, i) =>
      renderLabel(middle, y + 18 + LINE * (i + 1), line, 'text-anchor="middle"'),
    ),
  ].join("");
}

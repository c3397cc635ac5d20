/**
 * The common parts of all pictures: a frame, a palette, texts, and a dark form.
 *
 * Colours are in attributes, so that any program shows the light form. The style sheet of a picture
 * overrides them by class where dark is preferred. The palette is that of Okabe and Ito (2008),
 * which is distinguishable with any colour vision; in the dark form its dim colours are lighter.
 */

/** Escapes text for content and attributes of SVG and HTML. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replaceAll(/[&<>"]/g, (mark) => entities[mark] as string);
}

/** The colours of series, in order. */
export const COLOURS: readonly string[] = [
  ...["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"],
];
const DARK_COLOURS = [
  ...["#3d9be0", "#ef7d2d", "#2fc49a", "#e29ac4", "#f2b632", "#a5d8f5", "#f0f0f0"],
];

const DARK = [
  ".picture .paper{fill:#16181c}.picture .ink{fill:#ddd}.picture .line{stroke:#ccc}",
  ".picture .rule{stroke:#3a3d44}.picture .pale{fill:#24272d}",
  ...DARK_COLOURS.map((c, i) => `.picture .s${i}{stroke:${c}}.picture .f${i}{fill:${c}}`),
].join("");

/** A complete picture: light or dark background, a title, and its contents. */
export function renderPicture(
  size: { readonly width: number; readonly height: number },
  title: string,
  parts: readonly string[],
): string {
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">`,
    `<style>@media(prefers-color-scheme:dark){${DARK}}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff" class="paper"/>`,
    ...parts,
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** A text at a position; empty for no words. */
export function renderLabel(x: number, y: number, words: string, more = ""): string {
  if (words === "") return "";
  const style = 'font-family="sans-serif" font-size="12" fill="#222" class="ink"';
  return `<text x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" ${style}${more === "" ? "" : ` ${more}`}>${escapeHtml(words)}</text>`;
}

/** The title of a picture, in the middle of its first line. */
export function renderHeading(width: number, title: string): string {
  return renderLabel(width / 2, 20, title, 'text-anchor="middle" font-weight="bold"');
}

/** A coordinate, rounded to tenths of a pixel. */
export function roundCoordinate(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}

/** The stroke of a series, with the class that darkens it. */
export function formatStrokeColour(number: number): string {
  const i = number % COLOURS.length;
  return `stroke="${COLOURS[i]}" class="s${i}"`;
}

/** The fill of a series, with the class that darkens it. */
export function formatFillColour(number: number): string {
  const i = number % COLOURS.length;
  return `fill="${COLOURS[i]}" class="f${i}"`;
}

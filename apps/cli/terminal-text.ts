/**
 * Text made fit for a terminal. Ids, titles and file names come from outside:
 * a control character among them could move the cursor, colour the screen or
 * retitle the window. They are shown as `\\u001b` instead, which inside JSON
 * means the same character, so that programs read what they would have read.
 */

import type { StyledText } from "./command.ts";

/** C0 without tab and line feed, DEL, and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export function escapeControl(text: string): string {
  return text.replaceAll(CONTROL, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** One line or more, with what is emphasised in bold where colours are wanted. */
export function renderStyled(text: StyledText, hasColor: boolean): string {
  if (typeof text === "string") return escapeControl(text);
  return text
    .map(({ text: piece, isMatch }) =>
      isMatch && hasColor ? `\x1b[1m${escapeControl(piece)}\x1b[22m` : escapeControl(piece),
    )
    .join("");
}

/**
 * Whether to colour: `--no-color` wins, then FORCE_COLOR (as in Node, 0 and
 * false mean no), then NO_COLOR (any value but an empty one means no), then
 * whether the output is a terminal that can.
 */
export function supportsColor(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = environment;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (none !== undefined && none !== "") return false;
  return isTerminal && terminal !== "dumb";
}

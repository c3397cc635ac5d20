/** Help pages, written from what the commands declare. */

import { COMMON_OPTIONS } from "./arguments.ts";
import type { Command, Option } from "./command.ts";

export function formatOverview(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `termwise ${version}: search that learns which words matter`,
    "",
    "Usage: termwise <command> [options]",
    "",
    ...formatColumns(rows),
    "",
    "termwise <command> --help shows the options and examples of a command.",
  ].join("\n");
}

export function formatCommandHelp(command: Command): string {
  const options = [...command.options, ...COMMON_OPTIONS];
  return [
    `Usage: termwise ${command.usage}`,
    "",
    ...formatDescription(command.description),
    "",
    "Options:",
    ...formatColumns(
      options.map((option): [string, string] => [formatSpelling(option), formatSummary(option)]),
    ),
    "",
    "Examples:",
    ...command.examples.flatMap(({ type, does }) => [`  ${type}`, `      ${does}`]),
  ].join("\n");
}

/** Paragraphs, wrapped. A paragraph whose lines are indented is a list and keeps its lines. */
function formatDescription(description: string): string[] {
  const paragraphs = description
    .split("\n\n")
    .map((text) =>
      text.startsWith(" ") ? text.split("\n") : wrapText(text.replaceAll("\n", " "), WIDTH),
    );
  return paragraphs.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines]));
}

/** Options without a letter are indented, so that the long names stand below each other. */
function formatSpelling({ name, short, value }: Option): string {
  const letter = short === undefined ? "    " : `-${short}, `;
  return value === undefined ? `${letter}--${name}` : `${letter}--${name} ${value}`;
}

function formatSummary({ summary, choices, default: fallback }: Option): string {
  const facts = [
    choices === undefined ? "" : `one of ${choices.join(", ")}`,
    fallback === undefined ? "" : `default ${fallback}`,
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? summary : `${summary} (${facts.join("; ")})`;
}

/** Wide enough for most terminals, short enough to read. */
const WIDTH = 100;

/** Two columns; what is too long for a line goes on below itself. */
function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = `\n${" ".repeat(width + 4)}`;
  return rows.map(
    ([left, right]) =>
      `  ${left.padEnd(width)}  ${wrapText(right, WIDTH - width - 4).join(indent)}`,
  );
}

/** Lines of at most `width` characters, broken between words. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

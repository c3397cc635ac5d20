/**
 * Executable documents. A fenced block marked `run` (```js run, ```sh run) is executed; the
 * following block, if it is ```text or ```json, is its expected output.
 */

import { HeadingAnchors } from "../../src/collection/site/index.ts";

export interface RunnableBlock {
  readonly language: "js" | "sh";
  readonly code: string;
  /** Undefined if the document does not state the output. */
  readonly prints?: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export function parseRunnableBlocks(markdown: string): RunnableBlock[] {
  const blocks = parseFencedBlocks(markdown);
  return blocks.flatMap(({ info, code, line }, i) => {
    const [language, mark] = info.split(" ");
    if (mark !== "run" || (language !== "js" && language !== "sh")) return [];
    const next = blocks[i + 1];
    const isOutput = next !== undefined && ["text", "json"].includes(next.info);
    return [{ language, code, line, ...(isOutput ? { prints: next.code } : {}) }];
  });
}

function parseFencedBlocks(markdown: string): { info: string; code: string; line: number }[] {
  const blocks: { info: string; code: string; line: number }[] = [];
  let open: { info: string; lines: string[]; line: number } | undefined;
  for (const [i, line] of markdown.split("\n").entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence === null) open?.lines.push(line);
    else if (open === undefined) open = { info: (fence[1] ?? "").trim(), lines: [], line: i + 1 };
    else {
      blocks.push({ info: open.info, code: open.lines.join("\n"), line: open.line });
      open = undefined;
    }
  }
  return blocks;
}

/** A relative link: a file, empty for the document itself, and a heading in it. */
export interface RelativeLink {
  readonly file: string;
  readonly anchor?: string;
}

/** Relative links of a document. */
export function parseRelativeLinks(markdown: string): RelativeLink[] {
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = "", anchor] = link.split("#");
      return { file, ...(anchor === undefined ? {} : { anchor }) };
    });
}

/** Anchors of the headings of a document, outside of code. */
export function parseAnchors(markdown: string): Set<string> {
  const anchors = new HeadingAnchors();
  const prose = markdown.replaceAll(/^```.*\n[\s\S]*?^```$/gm, "");
  const headings = [...prose.matchAll(/^#{1,6} +(.+)$/gm)].map(([, text = ""]) => text);
  return new Set(
    headings.map((text) => {
      const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
      return anchors.createAnchor(plain).anchor;
    }),
  );
}

/** Source files that a document names in code spans, as a name or a path. Generated files are not kept. */
export function parseSourceNames(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs|py))`/g)];
  return spans.map(([, name = ""]) => name).filter((name) => !name.includes(".generated."));
}

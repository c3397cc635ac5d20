/** docs/reference.md: every exported name of the package with its signature and a sentence. */

import { listExports } from "../architecture/entry-points.ts";
import type { Sources } from "../architecture/import-graph.ts";
import { parseDeclaration } from "./declarations.ts";

const HEAD = `# API reference

Every exported name of every entry point, with its signature and the first sentence of its documentation. Interfaces list their members; editors show the types of
each. [api.md](api.md) explains the main names with examples. \`npm run docs:pages\` makes this page from the sources.
`;

/** The page for the sources of the entry points, by subpath. */
export function renderApiReference(
  entryPoints: ReadonlyMap<string, string>,
  sources: Sources,
): string {
  /** The first entry point that has a declaration. */
  const places = new Map<string, string>();
  const sections = [...entryPoints].map(([subpath, path]) => {
    const entryPoint = `termwise${subpath.slice(1)}`;
    const names = path.endsWith("-thread.ts") ? [] : listExports(sources, path);
    if (names.length === 0) return `## ${entryPoint}\n\nThe file of a worker. It has no exports.\n`;
    const lines: string[] = [];
    const known: string[] = [];
    for (const { name, file } of names) {
      const place = places.get(`${file} ${name}`);
      places.set(`${file} ${name}`, place ?? entryPoint);
      if (place === undefined) lines.push(renderName(sources.get(file) ?? "", name));
      else known.push(`\`${name}\``);
    }
    if (known.length > 0) lines.push(`- Also, from above: ${known.join(", ")}`);
    return `## ${entryPoint}\n\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}

function renderName(text: string, name: string): string {
  const { signatures, summary, members } = parseDeclaration(text, name);
  return [
    `- **${name}**: ${summary}`,
    ...signatures.map((each) => `  - \`${each}\``),
    ...members.map((each) => `    - \`${each}\``),
  ].join("\n");
}

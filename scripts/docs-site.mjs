/**
 * The documentation as a static site, searchable by `<termwise-search>`.
 *
 * Run: npm run docs:site [-- <folder>]      by default .build/docs-site
 *
 * The pages are the Markdown files of the project as they are, with links
 * between them; their code blocks are those that test/docs runs. The Markdown of each
 * page is beside it, and llms.txt lists them.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Marked } from "marked";
import { build } from "vite";
import { HeadingAnchors } from "../dist/src/collection/site/index.js";
import { buildSite, readComponentFiles, removeFolder } from "../dist/src/search/site/index.js";
import { NodeFiles } from "../dist/src/storage/node-files.js";
import { parseDocumentGroups } from "./docs-index.mjs";

const root = join(import.meta.dirname, "..");
const out = process.argv[2] ?? join(root, ".build/docs-site");

const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .map((name) => posix.join("docs", name.replaceAll("\\", "/")))
  .filter((name) => name.endsWith(".md"))
  .sort();
const groups = parseDocumentGroups(readFileSync(join(root, "README.md"), "utf8"));
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ...docs];

/** The address of the page of a Markdown file. */
function formatAddress(path) {
  return path === "README.md" ? "index.html" : path.replace(/\.md$/, ".html");
}

/** A link of a page as the site has it: pages by their addresses, other files of the project at their place. */
function linkFrom(path, href) {
  if (/^[a-z]+:|^#/i.test(href)) return href;
  const [file, anchor] = href.split("#");
  const target = posix.join(posix.dirname(path), file);
  const kept = anchor === undefined ? "" : `#${anchor}`;
  if (!pages.includes(target)) return target.startsWith("docs/img/") ? href : undefined;
  return posix.relative(posix.dirname(path), formatAddress(target)) + kept;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Title and HTML of a Markdown file. */
function rendered(path) {
  const anchors = new HeadingAnchors();
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const { heading, anchor } = anchors.createAnchor(text.replaceAll(/[`*]/g, ""));
        if (title === "") title = heading;
        return `<h${depth} id="${escaped(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const link = linkFrom(path, href);
        return link === undefined ? inside : `<a href="${escaped(link)}">${inside}</a>`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        const head = row(token.header, "th");
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(readFileSync(join(root, path), "utf8"));
  return { path, html: html.replaceAll("<pre>", '<pre tabindex="0">'), title: title || path };
}

function renderPage({ path, title, html }, all) {
  const lead = "../".repeat(formatAddress(path).split("/").length - 1);
  const linkTo = (each) => {
    const current = each.path === path ? ' aria-current="page"' : "";
    return `<li><a href="${lead}${formatAddress(each.path)}"${current}>${escaped(each.title)}</a></li>`;
  };
  const links = groups.map(({ name, pages }) => {
    const items = pages.map((each) => all.find((page) => page.path === each.path)).map(linkTo);
    if (name !== "Research") return `<p>${escaped(name)}</p><ul>${items.join("")}</ul>`;
    // Apart from what users of the package need.
    const isOpen = pages.some((each) => each.path === path) ? " open" : "";
    return `<details${isOpen}><summary>${escaped(name)}</summary><ul>${items.join("")}</ul></details>`;
  });
  const filter = path.includes("decisions/")
    ? "decisions"
    : path.startsWith("docs/")
      ? "docs"
      : "project";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Termwise</title>
<meta data-termwise-filter="part:${filter}">
<link rel="stylesheet" href="${lead}site.css">
<link rel="alternate" type="text/markdown" href="${posix.basename(path)}">
<script type="module" src="${lead}termwise/termwise-search.js"></script></head>
<body><header><a href="${lead}index.html"><strong>Termwise</strong></a><termwise-search></termwise-search></header>
<nav aria-label="Pages"><p><a href="${lead}playground/index.html">Playground</a></p>${links.join("")}</nav>
<main>${html}</main></body></html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1c1e, #ecedef); --soft: light-dark(#55575c, #a9adb6);
  --ground: light-dark(#fff, #121316); --line: light-dark(#dfdfd8, #32353c); --accent: light-dark(#3346c9, #9aa8ff); --code: light-dark(#f6f6f3, #1a1c20); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground);
  display: grid; grid-template: auto 1fr / minmax(12rem, 17rem) minmax(0, 50rem); column-gap: 2.5rem; }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between;
  padding: .6rem 1.2rem; background: var(--ground); border-bottom: 1px solid var(--line); }
header a { color: inherit; text-decoration: none; }
nav { padding: 1rem 0 2rem 1.2rem; font-size: .9rem; }
nav p { margin: 1.2em 0 .2em; font-weight: 600; }
nav summary { margin: 1.2em 0 .2em; font-weight: 600; cursor: pointer; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem 0; color: var(--soft); text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--accent); }
main { padding: 1rem 1.2rem 4rem; }
main a { color: var(--accent); }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 4.5rem; }
h2 { margin-top: 2.2em; }
img { max-width: 100%; }
pre, code { font: .88em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--code); }
code { padding: .1em .25em; border-radius: 4px; }
pre { padding: .8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
pre code { padding: 0; font-size: 1em; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; }
th, td { padding: .35rem .7rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
@media (max-width: 50rem) { body { display: block; } nav { display: none; } }
`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const all = pages.map(rendered);
for (const page of all) {
  const file = join(out, formatAddress(page.path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, renderPage(page, all));
}
writeFileSync(join(out, "site.css"), STYLE);
cpSync(join(root, "docs/img"), join(out, "docs/img"), { recursive: true });
const platform = { files: new NodeFiles(), removeFolder };
const { pages: count, languages } = await buildSite(
  out,
  { component: await readComponentFiles() },
  platform,
);
// After the index: the playground is no page to find.
const playground = { root: join(root, "apps/playground"), logLevel: "warn" };
await build({ ...playground, build: { outDir: join(out, "playground"), emptyOutDir: true } });
// After the index, which would have each page twice.
for (const path of ["llms.txt", ...pages]) cpSync(join(root, path), join(out, path));
console.log(`${count} pages in ${out}, ${languages[0].bytes} bytes of index`);

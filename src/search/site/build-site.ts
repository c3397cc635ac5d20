/**
 * Makes a folder of pages searchable: reads the pages, writes one index per
 * language, and publishes them with the component that searches them.
 *
 * The output bytes depend on the pages only, not on earlier builds. Pages that have
 * not changed are not read as HTML or Markdown again, and existing files are not
 * written again.
 */

import {
  type MarkdownUrlStyle,
  readSitePages,
  type SitePage,
  type SkippedPage,
} from "../../collection/site/index.ts";
import { encodeText } from "../../common/bytes/index.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import type { Files } from "../../storage/files.ts";
import { SITE_ENTRY, type SiteEntry, type SiteLanguage } from "../site-entry.ts";
import { buildLanguageFolders, type SiteModel } from "./language-index.ts";
import { readPageCache, writePageCache } from "./page-cache.ts";
import { listFilterNames } from "./page-document.ts";
import { createHashedFolder, type HashedFolder, publish } from "./publish-folder.ts";

/** How a site is made searchable. */
export interface SiteOptions {
  /** The folder to write. Default: `termwise` in the folder of the site. */
  readonly out?: string | undefined;
  /**
   * The location of the pages relative to `out`: a URL or a relative path. Default:
   * derived from `out`.
   */
  readonly base?: string | undefined;
  /** The language of pages that do not declare one, as an ISO 639 code. Default `en`. */
  readonly language?: string | undefined;
  /** How the pages of Markdown files are named. Default `html`. */
  readonly markdown?: MarkdownUrlStyle | undefined;
  /** A file that caches parsed pages for the next build. */
  readonly cache?: string | undefined;
  /** Whether to store word positions, for phrases. Default true. */
  readonly positions?: boolean | undefined;
  /**
   * Leave out words that contribute less than this threshold to the scores of their
   * page, such as 0.4. Default: none is left out.
   */
  readonly prune?: number | undefined;
  /**
   * A model that re-ranks the pages of the language with the most pages, reduced to
   * their words.
   */
  readonly rerank?: SiteModel | undefined;
  /** Files of the component by name; those with fixed names refer to those with hashed ones. */
  readonly component?: ReadonlyMap<string, Uint8Array> | undefined;
  readonly progress?: Progress | undefined;
  /** Called for files and pages that are left out. */
  readonly onLeftOut?: ((what: SkippedPage) => void) | undefined;
}

/** The pages in one language, with the bytes of their index and of their model. */
export interface BuiltLanguage extends SiteLanguage {
  readonly bytes: number;
  readonly modelBytes?: number;
}

/** A report of the build. */
export interface SiteReport {
  readonly out: string;
  readonly languages: readonly BuiltLanguage[];
  readonly pages: number;
  /** Number of pages that were parsed, not read from the cache. */
  readonly read: number;
  /** Number of files that were written. */
  readonly written: number;
  /** Duration in ms. */
  readonly took: number;
}

/** Functions of the platform. */
export interface SitePlatform {
  readonly files: Files;
  /** Removes a folder with everything in it. */
  removeFolder(path: string): Promise<void>;
}

/** The folder of the component's files in `out`. */
const COMPONENT = "component";

/** Builds the search of a site. `BAD_ARGUMENT` for a folder without a page. */
export async function buildSite(
  folder: string,
  {
    out = `${trimSlash(folder)}/termwise`,
    base = resolveBase(trimSlash(folder), trimSlash(out)),
    language = "en",
    markdown,
    cache: cachePath,
    positions = true,
    prune,
    rerank,
    component = new Map(),
    progress = silent,
    onLeftOut,
  }: SiteOptions,
  { files, removeFolder }: SitePlatform,
): Promise<SiteReport> {
  const begun = performance.now();
  const before = cachePath === undefined ? new Map() : await readPageCache(files, cachePath);
  let [done, read] = [0, 0];
  const report = (finished: boolean): void =>
    progress({ task: "reading", done, unit: "pages", finished });
  const site = await readSitePages(files, trimSlash(folder), {
    markdown,
    without: [trimSlash(out)],
    cache: before,
    onLeftOut,
    onPage: (_path, isCached) => {
      done++;
      if (!isCached) read++;
      report(false);
    },
  });
  report(true);
  const { pages } = site;
  if (pages.length === 0) {
    throw badArgument(`${quote(folder)} has no HTML or Markdown page to search`);
  }
  const languages: BuiltLanguage[] = [];
  const folders: HashedFolder[] = [];
  for (const [code, languagePages] of groupByLanguage(pages, language)) {
    const filters = listFilterNames(languagePages);
    // A model reads one language: that of most pages.
    const siteModel = languages.length === 0 ? rerank : undefined;
    const options = { code, filters, positions, prune, rerank: siteModel, progress };
    const { index, model } = await buildLanguageFolders(languagePages, options);
    folders.push(index, ...(model === undefined ? [] : [model]));
    languages.push({
      language: code,
      index: index.name,
      pages: languagePages.length,
      filters,
      ...(model === undefined ? {} : { model: model.name }),
      bytes: countBytes(index),
      ...(model === undefined ? {} : { modelBytes: countBytes(model) }),
    });
  }
  const entry: SiteEntry = {
    version: 1,
    base: base.endsWith("/") ? base : `${base}/`,
    languages: languages.map(({ bytes: _, modelBytes: __, ...each }) => each),
  };
  const { hashed, loaders } = await hashComponent(component);
  const written = await publish(
    files,
    trimSlash(out),
    {
      folders: [...folders, ...hashed],
      entries: new Map([[SITE_ENTRY, encodeText(`${JSON.stringify(entry)}\n`)], ...loaders]),
    },
    removeFolder,
  );
  if (cachePath !== undefined) await writePageCache(files, cachePath, site.read);
  const took = performance.now() - begun;
  return { out: trimSlash(out), languages, pages: pages.length, read, written, took };
}

function countBytes({ files }: HashedFolder): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Pages by language, the language with the most pages first. */
function groupByLanguage(
  pages: readonly SitePage[],
  otherwise: string,
): readonly (readonly [string, readonly SitePage[]])[] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) {
    const code = page.language || otherwise;
    const group = groups.get(code) ?? [];
    groups.set(code, group);
    group.push(page);
  }
  return [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
}

/** Files in folders become one folder with a hash; loaders at the top refer to it by name. */
async function hashComponent(component: ReadonlyMap<string, Uint8Array>): Promise<{
  readonly hashed: readonly HashedFolder[];
  readonly loaders: readonly (readonly [string, Uint8Array])[];
}> {
  if (component.size === 0) return { hashed: [], loaders: [] };
  const folder = await createHashedFolder(COMPONENT, component);
  const loader = `export * from "./${folder.name}/termwise-search.js";\n`;
  return { hashed: [folder], loaders: [["termwise-search.js", encodeText(loader)]] };
}

/**
 * The path from `out` back to the pages, if `out` is among them; otherwise the root
 * of the server.
 */
function resolveBase(folder: string, out: string): string {
  const [from, to] = [folder, out].map((path) => path.replaceAll(/(^|\/)\.(?=\/|$)/g, "$1")) as [
    string,
    string,
  ];
  const root = from === "" ? "" : `${from}/`;
  if (!to.startsWith(root) || to.startsWith("/") !== root.startsWith("/")) return "/";
  const steps = to
    .slice(root.length)
    .split("/")
    .filter((step) => step !== "");
  return steps.length === 0 || steps.includes("..") ? "/" : "../".repeat(steps.length);
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

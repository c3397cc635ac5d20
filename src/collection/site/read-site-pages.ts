/**
 * Reads all pages of a site's folder, in byte order of their paths.
 *
 * A page whose text has the same hash as in an earlier run is taken from the cache. If any page
 * marks its body with `data-termwise-body`, only such pages are searched, because one template
 * usually generates them all.
 */

import { encodeText } from "../../common/bytes/index.ts";
import type { Files } from "../../storage/files.ts";
import { detectKind, listTextFiles, readText, type SkipReason } from "../formats/text-files.ts";
import { parseHtmlPage } from "./html-page.ts";
import { parseMarkdownPage } from "./markdown-page.ts";
import {
  type HiddenReason,
  type MarkdownUrlStyle,
  type PageContent,
  type SitePage,
  toPageUrl,
} from "./page.ts";

/** The contents of pages from an earlier run, by the hash of their text. */
export type SitePageCache = ReadonlyMap<string, PageContent>;

/** A page or file that is not searched. */
export interface SkippedPage {
  readonly path: string;
  readonly reason:
    | SkipReason
    | HiddenReason
    | "no data-termwise-body"
    | "error page"
    | "same address";
}

/** How pages are found. */
export interface SitePagesOptions {
  readonly markdown?: MarkdownUrlStyle | undefined;
  /** Folders inside the site's folder to exclude, as paths without a trailing slash. */
  readonly without?: readonly string[] | undefined;
  readonly cache?: SitePageCache | undefined;
  /** Called with each page, and whether it was cached. */
  readonly onPage?: ((path: string, isCached: boolean) => void) | undefined;
  /** Called with each page or file that is left out. */
  readonly onLeftOut?: ((what: SkippedPage) => void) | undefined;
}

/** Returns the pages to search, and the contents of all pages by the hash of their text. */
export async function readSitePages(
  files: Files,
  folder: string,
  { markdown, without = [], cache, onPage, onLeftOut = () => {} }: SitePagesOptions = {},
): Promise<{ readonly pages: readonly SitePage[]; readonly read: SitePageCache }> {
  const root = folder.endsWith("/") ? folder : `${folder}/`;
  const apart = without.map((each) => `${each}/`);
  const read = new Map<string, PageContent>();
  const visiblePages: SitePage[] = [];
  const addresses = new Set<string>();
  const onSkipped = (path: string, reason: SkipReason): void => {
    if (!apart.some((each) => path.startsWith(each))) onLeftOut({ path, reason });
  };
  const paths = listTextFiles(files, folder, { onSkipped });
  const isPage = (path: string): boolean => !apart.some((each) => path.startsWith(each));
  for await (const { path, text } of readAhead(files, paths, isPage)) {
    if (text === undefined) {
      onLeftOut({ path, reason: "not text" });
      continue;
    }
    const isHtml = detectKind(path) === "html";
    const key = await hashText(`${isHtml ? "html" : "markdown"}\n${text}`);
    const cached = cache?.get(key) ?? read.get(key);
    const content = cached ?? (isHtml ? parseHtmlPage(text) : await parseMarkdownPage(text));
    read.set(key, content);
    onPage?.(path, cached !== undefined);
    const name = path.slice(root.length);
    const url = toPageUrl(name, markdown);
    if (/(^|\/)(404|500)\.html?$/i.test(name)) onLeftOut({ path, reason: "error page" });
    else if (content.hidden !== undefined) onLeftOut({ path, reason: content.hidden });
    else if (addresses.has(url)) onLeftOut({ path, reason: "same address" });
    else visiblePages.push({ path: name, url, ...content });
    addresses.add(url);
  }
  if (!visiblePages.some(({ isMarked }) => isMarked)) return { pages: visiblePages, read };
  const pages = visiblePages.filter(({ isMarked, path }) => {
    if (!isMarked) onLeftOut({ path: `${root}${path}`, reason: "no data-termwise-body" });
    return isMarked;
  });
  return { pages, read };
}

/** Number of files that are read concurrently, which is faster than one after the other. */
const READ_AHEAD = 32;

/** The texts of files, in order; undefined for a file that is not text. */
async function* readAhead(
  files: Files,
  paths: AsyncIterable<string>,
  isPage: (path: string) => boolean,
): AsyncGenerator<{ readonly path: string; readonly text: string | undefined }> {
  let batch: string[] = [];
  const read = (): Promise<{ path: string; text: string | undefined }[]> =>
    Promise.all(
      batch.map(async (path) => ({
        path,
        text: await readText(files, path, { encoding: "auto" }),
      })),
    );
  for await (const path of paths) {
    if (!isPage(path)) continue;
    batch.push(path);
    if (batch.length < READ_AHEAD) continue;
    yield* await read();
    batch = [];
  }
  yield* await read();
}

/** SHA-256 in hexadecimal digits. */
async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encodeText(text) as BufferSource);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Searches a site that `termwise export-site` has made searchable, from one of its
 * pages: finds the index for a language by the entry of the site, opens it in a
 * worker, and gives pages with their sections.
 *
 * After a new deployment the files of the old index are gone. Then the entry is read
 * again and the search is repeated, so that a page that was open all the while
 * continues unnoticed.
 */

import type { Filter } from "../api/filter.ts";
import { defined } from "../common/defined.ts";
import { TermwiseError } from "../common/errors.ts";
import type { CancelSignal, UrlLike } from "../common/web-platform.ts";
import { fetchFile, fileTooLong, readBody } from "../storage/fetch-file.ts";
import { PACK_HEADER_FILE } from "../storage/pack-header-file.ts";
import { HIGHLIGHTED_FIELDS, type PageResult, toPageResult } from "./section-results.ts";
import { parseSiteEntry, SITE_ENTRY, type SiteLanguage, selectLanguage } from "./site-entry.ts";
import {
  type OpenWorkerOptions,
  openTransferableInWorker,
  type WorkerIndex,
} from "./worker/index.ts";

/** How a site is opened. */
export interface OpenSiteOptions extends OpenWorkerOptions {
  /** The language to search in, as in `lang` attributes. Default: the one with the most pages. */
  readonly language?: string | undefined;
}

/** How pages are searched. */
export interface SiteSearchOptions {
  /** Maximum number of pages. Default 8. */
  readonly limit?: number | undefined;
  /** Values by filter; a page must have one of the values of each. */
  readonly filters?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whether to re-rank with the model of the site, if it has one. Default true. */
  readonly rerank?: boolean | undefined;
  readonly signal?: CancelSignal | undefined;
}

/** The results of a search. */
export interface SiteResults {
  readonly pages: readonly PageResult[];
  readonly total: number;
  /** By filter and value: the number of matching pages. */
  readonly filters: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The query with likely mistakes corrected. */
  readonly didYouMean?: string;
}

/** The maximum length of the entry and of the head of a pack. */
const MAX_ENTRY_BYTES = 1 << 26;

/** A search with fewer pages than this is sparse. */
const MIN_RESULTS = 3;

interface OpenLanguage {
  readonly index: WorkerIndex;
  readonly language: SiteLanguage;
  /** The absolute address of the search files. */
  readonly folder: string;
  /** The absolute address that the addresses of pages are relative to. */
  readonly base: string;
}

/** A site that is open for searching. Returned by `openSite`. */
export class Site {
  readonly #url: string;
  readonly #options: OpenSiteOptions;
  #open: Promise<OpenLanguage>;

  /** Use `openSite`. */
  constructor(url: string, options: OpenSiteOptions, open: Promise<OpenLanguage>) {
    this.#url = url;
    this.#options = options;
    this.#open = open;
  }

  /** Pages for a query, with prefix search and typo tolerance. */
  async search(query: string, options: SiteSearchOptions = {}): Promise<SiteResults> {
    const open = this.#open;
    try {
      return await searchLanguage(await open, query, options);
    } catch (error) {
      // Compared by code: without a worker, the error is of another file's class.
      if ((error as { readonly code?: unknown }).code !== "NOT_FOUND") throw error;
    }
    await this.#reopen(open);
    return searchLanguage(await this.#open, query, options);
  }

  /** Releases the index and its worker. */
  async close(): Promise<void> {
    await (await this.#open).index.close();
  }

  /** Reads the entry again, unless another search has done so already. */
  async #reopen(oldLanguage: Promise<OpenLanguage>): Promise<void> {
    if (oldLanguage !== this.#open) return;
    this.#open = openLanguage(this.#url, this.#options);
    await (await oldLanguage).index.close();
  }
}

/** Opens the site whose folder of search files is at `url`. `NOT_FOUND` if there is none. */
export async function openSite(
  url: string | UrlLike,
  options: OpenSiteOptions = {},
): Promise<Site> {
  const folder = new URL(typeof url === "string" ? url : url.href, globalThis.document?.baseURI)
    .href;
  const address = folder.endsWith("/") ? folder : `${folder}/`;
  const open = openLanguage(address, options);
  await open;
  return new Site(address, options, open);
}

async function openLanguage(
  url: string,
  { language = "", ...options }: OpenSiteOptions,
): Promise<OpenLanguage> {
  options.signal?.throwIfAborted();
  const choosing = loadSiteLanguage(url, language);
  // The worker starts meanwhile.
  const location = choosing.then(async ({ chosen }) => {
    const packed = `${url}${chosen.index}/`;
    return { packed, opening: await fetchBytes(packed + PACK_HEADER_FILE) };
  });
  const index = await openTransferableInWorker(location, options);
  const { chosen, base } = await choosing;
  return { index, language: chosen, folder: url, base };
}

/** The part of the entry for a language. */
async function loadSiteLanguage(
  url: string,
  language: string,
): Promise<{ readonly chosen: SiteLanguage; readonly base: string }> {
  const entry = parseSiteEntry(new TextDecoder().decode(await fetchBytes(url + SITE_ENTRY)));
  const chosen = selectLanguage(entry, language);
  if (chosen === undefined) {
    throw new TermwiseError("NOT_FOUND", `${url}${SITE_ENTRY} names no index`);
  }
  return { chosen, base: new URL(entry.base, url).href };
}

/** A browser caches the file, but revalidates it. */
async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetchFile((...call) => fetch(...call), address, { cache: "no-cache" });
  const tooLong = () => fileTooLong(address, MAX_ENTRY_BYTES);
  return readBody(address, response, MAX_ENTRY_BYTES, tooLong);
}

async function searchLanguage(
  { index, language, base, folder }: OpenLanguage,
  query: string,
  { limit = 8, filters = {}, rerank = true, signal }: SiteSearchOptions,
): Promise<SiteResults> {
  const fields = language.filters.map((name) => `filter.${name}`);
  const filter: Filter = Object.fromEntries(
    Object.entries(filters)
      .filter(([name, values]) => language.filters.includes(name) && values.length > 0)
      .map(([name, values]) => [`filter.${name}`, { in: values }]),
  );
  const options = {
    limit,
    prefix: true,
    didYouMean: true,
    syntax: query.includes('"'),
    highlight: { fields: HIGHLIGHTED_FIELDS },
    ...(fields.length > 0 ? { facets: fields } : {}),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(rerank && language.model !== undefined ? { rerank: `${folder}${language.model}/` } : {}),
    ...defined({ signal }),
  };
  const exact = await index.search(query, options);
  // Typo tolerance costs precision, so it is used only for sparse results.
  const isSparse = exact.total < MIN_RESULTS || exact.didYouMean !== undefined;
  const fuzzy = isSparse ? await index.search(query, { ...options, fuzzy: true }) : exact;
  const { hits, total, facets } = fuzzy.total > exact.total ? fuzzy : exact;
  const { didYouMean } = exact;
  return {
    pages: hits.map((hit) => resolveUrls(toPageResult(hit), base)),
    total,
    filters: Object.fromEntries(
      language.filters.map((name) => [name, facets?.[`filter.${name}`] ?? {}]),
    ) as SiteResults["filters"],
    ...defined({ didYouMean }),
  };
}

function resolveUrls(page: PageResult, base: string): PageResult {
  const resolveUrl = <T extends { readonly url: string }>(part: T): T => {
    return { ...part, url: new URL(part.url, base).href };
  };
  return { ...resolveUrl(page), sections: page.sections.map(resolveUrl) };
}

/**
 * A page of a static site as search indexes it: its address, its title, and its text by heading.
 */

/** A heading and the text below it, up to the next heading. */
export interface PageSection {
  /** 1 to 6; 0 for the text before the first heading, which has no heading. */
  readonly level: number;
  readonly heading: string;
  /** The part after `#` in a link to the heading; empty if the heading has no id. */
  readonly anchor: string;
  readonly text: string;
}

/** The contents of a page. */
export interface PageContent {
  readonly title: string;
  /**
   * The language of the page as a lower-case ISO 639 code, such as `en`; empty if there is none.
   */
  readonly language: string;
  readonly sections: readonly PageSection[];
  /** Values by the name of a filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Further values that are returned with a hit. */
  readonly meta: Readonly<Record<string, string>>;
  /** Whether the page marks its searched part. */
  readonly isMarked: boolean;
  /** Why the page is excluded from search, if it is. */
  readonly hidden?: HiddenReason;
}

/** Why a page is left out. */
export type HiddenReason = "noindex" | "redirect" | "draft" | "no text";

/** A page with its location in the site. */
export interface SitePage extends PageContent {
  /** The path of its file below the folder of the site. */
  readonly path: string;
  /** Its address, relative to the root of the site; empty for the first page. */
  readonly url: string;
}

/** The primary part of a language tag in lower case: `en` of `en-GB`. Empty for anything else. */
export function parsePrimaryLanguage(tag: string): string {
  const [, primary = ""] = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(tag) ?? [];
  return primary.toLowerCase();
}

/** The address of the page of a file `salt` in the folder `guide`. */
export type MarkdownUrlStyle =
  /** `guide/salt` with the ending `html`. */
  | "html"
  /** `guide/salt/` */
  | "folder"
  /** The file itself, for sites that show their files. */
  | "file";

/** All styles, the default first. */
export const MARKDOWN_URL_STYLES: readonly MarkdownUrlStyle[] = ["html", "folder", "file"];

/**
 * The address of a page relative to the root of its site, percent-encoded. The
 * index page of a folder has the address of the folder.
 */
export function toPageUrl(path: string, markdown: MarkdownUrlStyle = "html"): string {
  const address = path
    .split("/")
    .map((step) => encodeURIComponent(step))
    .join("/");
  const isMarkdown = /\.(md|markdown|txt|text)$/i.test(address);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const name = address.slice(folder.length);
  const isIndex = /^(index\.(html?|xhtml)|(_?index|readme)\.(md|markdown))$/i.test(name);
  if (isIndex && !(isMarkdown && markdown === "file")) return folder;
  if (!isMarkdown || markdown === "file") return address;
  const bare = name.slice(0, name.lastIndexOf("."));
  return `${folder}${bare}${markdown === "html" ? ".html" : "/"}`;
}

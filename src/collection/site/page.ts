/** A page of a static site as search sees it: where it is, what it is called, and its text by heading. */

/** A heading and the text below it, up to the next heading. */
export interface PageSection {
  /** 1 to 6; 0 for the text before the first heading, which has no heading. */
  readonly level: number;
  readonly heading: string;
  /** What follows `#` in a link to the heading; empty where the heading has no id. */
  readonly anchor: string;
  readonly text: string;
}

/** What a page says about itself. */
export interface PageContent {
  readonly title: string;
  /** The language of the page as a lower-case ISO 639 code, such as `en`; empty where it has none. */
  readonly language: string;
  readonly sections: readonly PageSection[];
  /** Values by the name of a filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Further values that come back with a hit. */
  readonly meta: Readonly<Record<string, string>>;
  /** Whether the page itself marks what of it is searched. */
  readonly isMarked: boolean;
  /** Why the page is not to be searched, if it says so. */
  readonly hidden?: HiddenReason;
}

/** Why a page is left out. */
export type HiddenReason = "noindex" | "redirect" | "draft" | "no text";

/** A page with its place in the site. */
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

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

/** The pages of a static site, as search sees them. */

export { HeadingAnchors } from "./heading-anchors.ts";
export type { HiddenReason, PageContent, PageSection, SitePage } from "./page.ts";
export { MARKDOWN_ADDRESSES, type MarkdownAddress } from "./page-address.ts";
export { type KeptPages, type LeftOut, type SitePagesOptions, sitePages } from "./site-pages.ts";

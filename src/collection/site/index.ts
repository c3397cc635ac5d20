/** The pages of a static site, as search indexes them. */

export { HeadingAnchors } from "./markdown-page.ts";
export type { HiddenReason, PageContent, PageSection, SitePage } from "./page.ts";
export { MARKDOWN_URL_STYLES, type MarkdownUrlStyle } from "./page.ts";
export {
  readSitePages,
  type SitePageCache,
  type SitePagesOptions,
  type SkippedPage,
} from "./read-site-pages.ts";

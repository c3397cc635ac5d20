/**
 * Makes static sites searchable. The code that searches them in a page is in
 * site-entry.ts and section-results.ts.
 */

export {
  type BuiltLanguage,
  buildSite,
  type SiteOptions,
  type SitePlatform,
  type SiteReport,
} from "./build-site.ts";
export type { SiteModel } from "./language-index.ts";
export { readComponentFiles, removeFolder, resolvePageCachePath } from "./node-site-files.ts";

/**
 * Loading this file defines `<termwise-search>`. It also exports `openSite` for custom interfaces.
 */

import { TermwiseSearch } from "./search-element.ts";

export { openSite } from "../../src/search/site-search.ts";

if (customElements.get("termwise-search") === undefined) {
  customElements.define("termwise-search", TermwiseSearch);
}

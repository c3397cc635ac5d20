/** Loading this file defines `<termwise-search>`; it gives `openSite` to interfaces of another kind. */

import { TermwiseSearch } from "./search-element.ts";

export { openSite } from "../../src/search/site-search.ts";

if (customElements.get("termwise-search") === undefined) {
  customElements.define("termwise-search", TermwiseSearch);
}

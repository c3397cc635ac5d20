/** Loading this file defines `<termwise-search>`. */

import { TermwiseSearch } from "./search-element.ts";

if (customElements.get("termwise-search") === undefined) {
  customElements.define("termwise-search", TermwiseSearch);
}

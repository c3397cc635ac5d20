/** The parts of index building that other modules use. */

export { checkDocument, type IndexableDocument } from "./check-document.ts";
export { extractSearchableTexts } from "./extract-searchable-texts.ts";

/** The parts of index building that other rooms use. */

export { checkDocument, type IndexableDocument } from "./document-rules.ts";
export { searchedTexts } from "./searched-texts.ts";

/** The parts of index building that other rooms use. */

export { checkDocument, type IndexableDocument, searchedTexts } from "./document-rules.ts";

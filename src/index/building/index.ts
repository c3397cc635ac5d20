/** The parts of index building that other rooms use. */

export type { IndexableDocument } from "./document-rules.ts";
export { searchedTexts } from "./document-rules.ts";

/** The parts of index building that other rooms use. */

export { searchedTexts } from "./document-rules.ts";

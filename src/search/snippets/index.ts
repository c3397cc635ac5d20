/** Snippets and highlights: the passage of a hit that shows the match, and the matches in its texts. */

export type { SnippetPiece } from "../../api/search-result.ts";
export { type Snippet, snippet } from "./snippet.ts";

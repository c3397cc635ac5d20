/** Groups of documents as the README lists them. */
export function parseDocumentGroups(readme: string): readonly {
  readonly name: string;
  readonly pages: readonly { readonly label: string; readonly path: string }[];
}[];

/** The text of llms.txt; `readPage` reads a page by its path from the root of the project. */
export function renderLlmsTxt(readme: string, readPage: (path: string) => string): string;

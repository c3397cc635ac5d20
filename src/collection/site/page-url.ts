/** The address of a page of a site, derived from the path of its file. */

/** The address of the page of a file `salt` in the folder `guide`. */
export type MarkdownUrlStyle =
  /** `guide/salt` with the ending `html`. */
  | "html"
  /** `guide/salt/` */
  | "folder"
  /** The file itself, for sites that show their files. */
  | "file";

/** All styles, the default first. */
export const MARKDOWN_URL_STYLES: readonly MarkdownUrlStyle[] = ["html", "folder", "file"];

/**
 * The address of a page relative to the root of its site, percent-encoded. The
 * index page of a folder has the address of the folder.
 */
export function toPageUrl(path: string, markdown: MarkdownUrlStyle = "html"): string {
  const address = path
    .split("/")
    .map((step) => encodeURIComponent(step))
    .join("/");
  const isMarkdown = /\.(md|markdown|txt|text)$/i.test(address);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const name = address.slice(folder.length);
  const isIndex = /^(index\.(html?|xhtml)|(_?index|readme)\.(md|markdown))$/i.test(name);
  if (isIndex && !(isMarkdown && markdown === "file")) return folder;
  if (!isMarkdown || markdown === "file") return address;
  const bare = name.slice(0, name.lastIndexOf("."));
  return `${folder}${bare}${markdown === "html" ? ".html" : "/"}`;
}

/** The index of the documents, which the README has under "Documentation", and llms.txt made from it. */

/** The groups of documents: name, and the paths of its pages with their link texts. */
export function parseDocumentGroups(readme) {
  const [, section = ""] = readme.split(/^## Documentation$/m);
  return [...section.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)].map(([, name, line]) => ({
    name,
    pages: [...line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, label, path]) => ({
      label,
      path,
    })),
  }));
}

/**
 * llms.txt (https://llmstxt.org): the first paragraph of the README, then one line per page, with
 * its title and first sentence. Links are relative to the folder of the README, where the site has
 * the same Markdown files.
 */
export function renderLlmsTxt(readme, readPage) {
  const { title, paragraph } = parseHead(readme);
  const groups = parseDocumentGroups(readme).map(({ name, pages }) => {
    const lines = pages.map(({ path }) => {
      const head = parseHead(readPage(path));
      return `- [${head.title}](${path}): ${toFirstSentence(head.paragraph)}`;
    });
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  return `# ${title}\n\n> ${paragraph}\n\n${groups.join("\n")}`;
}

/** The title of a Markdown page, and its first paragraph as plain text. */
function parseHead(markdown) {
  const [, title = "", body = ""] = /^# (.+)\n+([\s\S]*)$/.exec(markdown) ?? [];
  const isText = (each) => !/^(<!--|```|\||-|#)/.test(each);
  const [paragraph = ""] = body.split(/\n\s*\n/).filter(isText);
  const text = paragraph
    .replaceAll("**", "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ");
  return { title, paragraph: text.trim() };
}

function toFirstSentence(text) {
  const [sentence = text] = /^.*?[.:](?= [A-Z`*[]|$)/.exec(text) ?? [];
  return sentence.replace(/:$/, ".");
}

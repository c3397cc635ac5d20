/** `termwise ciff`: an index as a file of the Common Index File Format, or such a file as an index. */

import { defined } from "../../src/common/defined.ts";
import { readCiff, writeCiff } from "../../src/index/index.ts";
import { compressGzip, decompress } from "../../src/storage/gzip.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import {
  LANGUAGES,
  type Language,
  STEMMERS,
  STOP_LISTS,
  type StemmerName,
  type StopListName,
} from "../../src/text/index.ts";
import { createUsageError } from "./arguments.ts";
import { createFolderAtomically } from "./atomic-folder.ts";
import type { Command, CommandContext } from "./command.ts";
import { withIndex } from "./open-index.ts";

export const ciff: Command = {
  name: "ciff",
  summary: "write an index as CIFF, or make an index of a CIFF file",
  usage: "ciff <index|file> --out <file|folder> [options]",
  description:
    "Reads and writes the Common Index File Format, which exchanges indexes between search engines. If the source is the folder of an index, it is written as a file, compressed if its name ends in .gz. If the source is a file, it becomes an index without positions and texts. The options set the text analysis of queries to the new index; it should be that of the program that wrote the file.",
  options: [
    { name: "out", short: "o", value: "<path>", summary: "file, or folder of the new index" },
    { name: "language", value: "<name>", choices: LANGUAGES, summary: "language of queries" },
    { name: "stem", value: "<name>", choices: STEMMERS, summary: "stemmer of queries" },
    {
      name: "stop",
      value: "<list>",
      choices: Object.keys(STOP_LISTS),
      summary: "stop list of queries",
    },
  ],
  examples: [
    {
      type: "termwise ciff ./index --out index.ciff.gz",
      does: "writes an index for other programs",
    },
    {
      type: "termwise ciff robust04.ciff.gz --out ./robust04 --stem porter",
      does: "makes an index of a file from another program",
    },
  ],

  async run(args, context) {
    const [from, ...rest] = args.positionals;
    const out = args.text("out");
    if (from === undefined || out === undefined || rest.length > 0) {
      throw createUsageError(ciff, "an index or a file and --out are needed");
    }
    const isIndex = (await context.files.kind(from)) === "folder";
    if (isIndex) {
      await writeFile(from, out, context);
      if (args.has("json")) context.out(JSON.stringify({ out }));
      else context.out(`wrote ${out}, ${await context.files.size(out)} bytes`);
      return;
    }
    const analysis = defined({
      language: args.text("language") as Language | undefined,
      stemmer: args.text("stem") as StemmerName | undefined,
      stopWords: args.text("stop") as StopListName | undefined,
    });
    let lines: readonly string[] = [];
    await createFolderAtomically(out, async (folder) => {
      const open = () => decompress(context.files.read(from), from);
      const target = await NodeDirectory.open(folder);
      const report = await readCiff(open, target, {
        ...{ analysis, name: from, progress: context.progress },
      });
      const { documents, terms, otherLengths, description } = report;
      lines = args.has("json")
        ? [JSON.stringify({ index: out, ...report })]
        : [
            `${documents} documents, ${terms} terms in ${out}; "${description}"`,
            ...(otherLengths === 0
              ? []
              : [
                  `${otherLengths} documents state another length than the sum of their frequencies, which counts`,
                ]),
          ];
    });
    for (const line of lines) context.out(line);
  },
};

async function writeFile(folder: string, out: string, context: CommandContext): Promise<void> {
  await withIndex(folder, async ({ snapshot }) => {
    const bytes = writeCiff(snapshot);
    await context.files.write(out, out.endsWith(".gz") ? compressGzip(bytes) : bytes);
  });
}

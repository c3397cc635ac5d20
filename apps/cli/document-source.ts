/** Documents named on the command line, and the options that say how to read them. */

import {
  COLLECTION_FORMATS,
  type Collection,
  type CollectionFormat,
  type Encoding,
  type FieldNames,
  openDataset,
  type SkipReason,
} from "../../src/collection/index.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import { findTextField, type Schema, toFieldedRecord } from "../../src/index/schema/index.ts";
import type { Arguments } from "./arguments.ts";
import { BadLines, SKIP_BAD } from "./bad-lines.ts";
import type { CommandContext, Option } from "./command.ts";

export const DOCUMENT_OPTIONS: readonly Option[] = [
  {
    name: "format",
    value: "<name>",
    choices: COLLECTION_FORMATS,
    summary: "format of the documents; detected by default",
  },
  {
    name: "encoding",
    value: "<name>",
    choices: ["utf-8", "latin1", "auto"],
    summary: "character encoding; by default utf-8, for TREC and text files auto",
  },
  {
    name: "id-field",
    value: "<name>",
    summary: "JSON, TSV, CSV: name of the id field; by default _id, id or docid",
  },
  {
    name: "title-field",
    value: "<name>",
    summary: "JSON, TSV, CSV: name of the title field; by default title",
  },
  {
    name: "text-field",
    value: "<list>",
    summary:
      "JSON, TSV, CSV: names of the text fields, separated by commas; by default text, contents or body",
  },
  SKIP_BAD,
];

export interface DocumentSource {
  readonly collection: Collection;
  /** Its documents; with a schema, as records with fields. */
  documents(): AsyncIterable<IndexableDocument>;
  /** Says what was left out, once the documents have been read. */
  report(): void;
}

/** Opens a built-in collection, a file, a folder, or standard input (`-`). */
export async function openDocuments(
  name: string,
  args: Arguments,
  context: CommandContext,
  schema?: Schema,
): Promise<DocumentSource> {
  const bad = new BadLines(args);
  const skipped = new Map<SkipReason, { count: number; readonly first: string }>();
  const [format, encoding] = [args.text("format"), args.text("encoding")];
  const collection = await openDataset(context.files, name, {
    ...(format === undefined ? {} : { format: format as CollectionFormat }),
    ...(encoding === undefined ? {} : { encoding: encoding as Encoding }),
    ...bad.options,
    fieldNames: readFieldNames(args, schema),
    onSkipped: (path, reason) => {
      const { count, first } = skipped.get(reason) ?? { count: 0, first: path };
      skipped.set(reason, { count: count + 1, first });
    },
    collections: context.collections,
    findPackage: context.findPackage,
  });
  return {
    collection,
    documents: () =>
      schema === undefined ? collection.documents() : applyFields(collection, schema),
    report: () => {
      bad.report(context);
      const kinds = [...skipped].map(
        ([reason, { count, first }]) =>
          `${count} ${SKIP_REASON_TEXTS[reason]} (${first}${count > 1 ? ", …" : ""})`,
      );
      if (kinds.length > 0) context.note(`passed over ${kinds.join(", ")}`);
    },
  };
}

const SKIP_REASON_TEXTS: Readonly<Record<SkipReason, string>> = {
  hidden: "hidden",
  node_modules: "node_modules",
  "another kind of file": "of other kinds",
  "not text": "not text",
};

async function* applyFields(
  collection: Collection,
  schema: Schema,
): AsyncGenerator<IndexableDocument> {
  for await (const document of collection.documents()) yield toFieldedRecord(document, schema);
}

function readFieldNames(args: Arguments, schema: Schema | undefined): FieldNames {
  const [id, title, text] = ["id-field", "title-field", "text-field"].map((name) =>
    args.text(name),
  );
  const own = schema === undefined ? undefined : findTextField(schema);
  const texts = (text ?? own)?.split(",").map((name) => name.trim());
  if (texts?.includes("")) {
    throw badArgument(`--text-field must be names with commas between, got ${quote(text ?? "")}`);
  }
  return {
    ...defined({ id, title, text: texts }),
    ...(schema === undefined && !args.has("parts") ? {} : { mayLackText: true }),
  };
}

/** Documents and an analyzer so plain that a test can state the expected results. */

import fc from "fast-check";
import type { Document } from "../../src/collection/document.ts";
import { decodeText, encodeText } from "../../src/common/bytes/byte-strings.ts";
import { defined } from "../../src/common/defined.ts";
import type { TextAnalyzer } from "../../src/index/building/document-batch.ts";
import { Tokens } from "../../src/text/index.ts";

/** Words between spaces; a final s is removed; "the" is not indexed. */
export const analyzer: TextAnalyzer = {
  read(text, into) {
    into.reset(text, undefined);
    for (const { 0: word, index } of text.matchAll(/[^ ]+/g)) into.push(index, index + word.length);
    return into;
  },
  term: (form) => (form === "the" ? undefined : form.replace(/s$/, "") || "s"),
};

/** The surface forms of a document, title first. */
export function toWords({ title = "", text }: Document): string[] {
  const read = analyzer.read(`${title} ${text}`, new Tokens());
  return Array.from({ length: read.count }, (_, i) => decodeText(encodeText(read.form(i))));
}

const anyWord = fc.oneof(
  fc.constantFrom("the", "cat", "cats", "dog", "dogs", "s", "été", "\u{1f600}", "\uffee"),
  fc.string({ minLength: 1, maxLength: 3 }).filter((word) => !word.includes(" ")),
);
const anyText = fc.array(anyWord, { maxLength: 12 }).map((list) => list.join(" "));

/** Documents d0, d1, … with and without titles and further fields. */
export const anyDocuments: fc.Arbitrary<Document[]> = fc
  .array(fc.tuple(fc.option(anyText, { nil: undefined }), anyText, fc.boolean()), { maxLength: 40 })
  .map((texts) =>
    texts.map(([title, text, more], i) => ({
      id: `d${i}`,
      text,
      ...defined({ title }),
      ...(more ? { fields: { url: `u${i}`, note: text } } : {}),
    })),
  );

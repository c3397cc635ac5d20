import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Document } from "../document.ts";
import { collapseWhitespace } from "./collapse-whitespace.ts";
import type { ReadOptions } from "./lines.ts";
import { streamTrecDocuments, toDocumentSgml } from "./trec-documents.ts";

async function read(content: string | Uint8Array, options?: ReadOptions): Promise<Document[]> {
  const all: Document[] = [];
  for await (const document of streamTrecDocuments(new MemoryFiles({ f: content }), "f", options)) {
    all.push(document);
  }
  return all;
}

// Texts are invented; the tags are those of the collections.
const AP = `<DOC>
<DOCNO> AP880101-0001 </DOCNO>
<FILEID>AP-NR-01-01-88 0001EST</FILEID>
<FIRST>r a AM-Harbor     01-01 0100</FIRST>
<SECOND>AM-Harbor,0102</SECOND>
<HEAD>Harbor Reopens</HEAD>
<HEAD>With AM-Ice, Bjt</HEAD>
<DATELINE>PORT EXAMPLE (AP) </DATELINE>
<TEXT>
   The harbor opened
again Friday.
</TEXT>
<TEXT>
   Ships & ferries sailed at < half speed.
</TEXT>
</DOC>
`;

const FT = `<DOC>
<DOCNO>FT911-1</DOCNO>
<PROFILE>_AN-BEOA7AAIFT</PROFILE>
<DATE>910514
</DATE>
<HEADLINE>
FT  14 MAY 91 / Ferry group&hyph;wide loss
</HEADLINE>
<TEXT>
A ferry group lost money.
</TEXT>
<PUB>The Invented Times
</PUB>
</DOC>
`;

const LA = `<DOC>
<DOCNO> LA010189-0001 </DOCNO>
<DOCID> 1 </DOCID>
<DATE>
<P>
January 1, 1989, Sunday
</P>
</DATE>
<HEADLINE>
<P>
SURF REPORT
</P>
</HEADLINE>
<TEXT>
<P>
Waves were high.
</P>
<TABLE CWL="1"><ROWRULE>
<TABLEROW><TABLECELL>Beach<TABLECELL>Feet</TABLEROW>
</TABLE>
</TEXT>
<GRAPHIC>
<P>
Photo, A wave.
</P>
</GRAPHIC>
</DOC>
`;

describe("streamTrecDocuments", () => {
  test("reads AP: several heads and texts, with stray marks unchanged", async () => {
    expect(await read(AP)).toEqual([
      {
        id: "AP880101-0001",
        title: "Harbor Reopens With AM-Ice, Bjt",
        text: "The harbor opened again Friday. Ships & ferries sailed at < half speed.",
        fields: {
          fileid: "AP-NR-01-01-88 0001EST",
          first: "r a AM-Harbor 01-01 0100",
          second: "AM-Harbor,0102",
          dateline: "PORT EXAMPLE (AP)",
        },
      },
    ]);
  });

  test("reads FT: headline, and the discs' character references", async () => {
    expect(await read(FT)).toEqual([
      {
        id: "FT911-1",
        title: "FT 14 MAY 91 / Ferry group-wide loss",
        text: "A ferry group lost money.",
        fields: { profile: "_AN-BEOA7AAIFT", date: "910514", pub: "The Invented Times" },
      },
    ]);
  });

  test("reads LA: paragraphs, tables and graphics, and prefers the DOCNO to the DOCID", async () => {
    expect(await read(LA)).toEqual([
      {
        id: "LA010189-0001",
        title: "SURF REPORT",
        text: "Waves were high. Beach Feet Photo, A wave.",
        fields: { date: "January 1, 1989, Sunday" },
      },
    ]);
  });

  test("uses everything but the number of a document without known sections", async () => {
    const web =
      "<DOC>\n<DOCNO>W-1</DOCNO>\n<DOCHDR>http://x\n</DOCHDR>\n<html><b>kilns</b> and\nclay</html></DOC>";
    expect(await read(web)).toEqual([{ id: "W-1", text: "kilns and clay" }]);
  });

  test("reads several documents on a line and tags in lower case", async () => {
    const text = "<doc><docno>1</docno>a</doc><doc><docid>2</docid>b</doc>";
    expect(await read(text)).toEqual([
      { id: "1", text: "a" },
      { id: "2", text: "b" },
    ]);
  });

  test("separates a title from a text that it interrupts, closed or not", async () => {
    const inside = "<DOC>\n<DOCNO>1</DOCNO>\n<TEXT>one <TI>title</TI> two</TEXT>\n</DOC>";
    expect(await read(inside)).toEqual([{ id: "1", title: "title", text: "one two" }]);
    const unclosed = "<DOC>\n<DOCNO>1</DOCNO>\n<HEADLINE>title\n<TEXT>body</TEXT>\n</DOC>";
    expect(await read(unclosed)).toEqual([{ id: "1", title: "title", text: "body" }]);
  });

  test("decodes a line that is not UTF-8 as latin-1 by default", async () => {
    const bytes = Buffer.from("<DOC>\n<DOCNO>1</DOCNO>\ncaf\u00e9\n</DOC>", "latin1");
    expect(await read(bytes)).toEqual([{ id: "1", text: "café" }]);
    await expect(read(bytes, { encoding: "utf-8" })).rejects.toThrow("f:3: the bytes are not");
  });

  test("takes the id of Gigaword's documents from their tag", async () => {
    const document =
      '<DOC id="AFP_ENG_2010.0001" type="story" >\n<HEADLINE>\nSalt\n</HEADLINE>\n<TEXT>\n<P>\nMore salt.\n</P>\n</TEXT>\n</DOC>\n';
    expect(await read(document)).toEqual([
      { id: "AFP_ENG_2010.0001", title: "Salt", text: "More salt." },
    ]);
  });

  test.each([
    ["<DOC>\n<DOCNO>1</DOCNO>\n", "f:1: this <doc> has no </doc>"],
    ["<DOC>\nx\n</DOC>", 'f:1: a document needs a <DOCNO>, a <DOCID> or <DOC id="…">'],
    [
      "<DOC>\n<DOCNO>a b</DOCNO>\n</DOC>",
      'f:1: a document id must not have white space, got "a b"',
    ],
    ["<DOC>\n\n<DOC>\n</DOC>", "f:3: <doc> inside the one of line 1, which has no </doc>"],
    ["</DOC>", "f:1: </doc> without <doc> before it"],
    ["a readme", 'f:1: expected <doc>, got "a readme"'],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("rejects an endless document before it fills the memory", async () => {
    const endless = `<DOC>\n${"words\n".repeat(20)}`;
    await expect(read(endless, { longestLine: 50 })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "f:1: a record may have at most 50 characters",
    });
  });

  test("continues after a document that was never closed", async () => {
    const bad: string[] = [];
    const documents = await read("<DOC>\n<DOCNO>1</DOCNO>\n<DOC>\n<DOCNO>2</DOCNO>\n</DOC>", {
      onBad: (error) => bad.push(error.message),
    });
    expect(documents).toEqual([{ id: "2", text: "" }]);
    expect(bad).toEqual(["f:3: <doc> inside the one of line 1, which has no </doc>"]);
  });
});

test("round-trips documents except for white space", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "<", ">", "&amp;", "</DOC>", "\n", " ", "é", ";"),
  });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (title, body, byline) => {
      const document = { id: "d<1>", title, text: body, fields: { byline } };
      const [read1] = await read(toDocumentSgml(document));
      expect(read1?.text).toBe(collapseWhitespace(body));
      expect(read1?.title ?? "").toBe(collapseWhitespace(title));
      expect(read1?.fields?.byline ?? "").toBe(collapseWhitespace(byline));
      expect(read1?.id).toBe("d<1>");
    }),
  );
});

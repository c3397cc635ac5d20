import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Query } from "../document.ts";
import { streamTrecTopics, type TopicOptions, toQuerySgml } from "./trec-topics.ts";

async function read(content: string, options?: TopicOptions): Promise<Query[]> {
  const all: Query[] = [];
  for await (const query of streamTrecTopics(new MemoryFiles({ f: content }), "f", options))
    all.push(query);
  return all;
}

const EARLY = `<top>
<head> Tipster Topic Description
<num> Number:  051
<dom> Domain:  Trade
<title> Topic:  Harbor
Dues
<desc> Description:
Document reports dues
of harbors.
<narr> Narrative:
Relevant if an amount is given.
<con> Concept(s):
1. harbor, port
<fac> Factor(s):
<def> Definition(s):
</top>
`;

const LATER = `<top>

<num> Number: 301
<title> Salt Mines

<desc> Description:
Where are salt mines?

<narr> Narrative:
Any country will do.

</top>
`;

const UNTITLED = "<top>\n<num> Number: 201\n<desc> Description:\nWho mines salt?\n</top>\n";

describe("streamTrecTopics", () => {
  test("reads early topics, whose sections are never closed", async () => {
    expect(await read(EARLY)).toEqual([
      {
        id: "51",
        text: "Harbor Dues",
        fields: {
          description: "Document reports dues of harbors.",
          narrative: "Relevant if an amount is given.",
          domain: "Trade",
          concepts: "1. harbor, port",
        },
      },
    ]);
  });

  test("reads several topics, and uses the description if there is no title", async () => {
    const [mines, who] = await read(LATER + UNTITLED);
    expect(mines).toMatchObject({ id: "301", text: "Salt Mines" });
    expect(who).toMatchObject({ id: "201", text: "Who mines salt?" });
  });

  test("reads closed tags and keeps an unlabelled number unchanged", async () => {
    expect(await read("<top>\n<num>007</num><title>\nSALT &amp; ICE\n</title>\n</top>")).toEqual([
      { id: "007", text: "SALT & ICE" },
    ]);
  });

  test("builds the text from the requested sections", async () => {
    const topicText = ["title", "description"] as const;
    expect((await read(LATER, { topicText }))[0]?.text).toBe("Salt Mines Where are salt mines?");
    const [query] = await read(LATER, { topicText: ["narrative"] });
    expect(query).toMatchObject({ text: "Any country will do.", fields: { title: "Salt Mines" } });
  });

  test("rejects unknown sections", async () => {
    await expect(read(LATER, { topicText: ["titel"] })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message:
        'topicText must name one or more of title, description, narrative, domain, summary, concepts, factors, definitions, question, got "titel"',
    });
  });

  test.each([
    ["<top>\n<title>a\n</top>", "f:1: a topic needs a <num>"],
    ["<top>\n<num>1\n<narr>a\n</top>", 'f:1: topic "1" needs a <title> or a <desc>'],
    ["<top>\n<num>1\n", "f:1: this <top> has no </top>"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

test("round-trips queries", async () => {
  const query = { id: "007", text: "a < b & c", fields: { description: "why?", narrative: "so" } };
  expect(await read(toQuerySgml(query))).toEqual([query]);
});

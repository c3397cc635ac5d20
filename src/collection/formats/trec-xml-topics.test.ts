import { expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Query } from "../document.ts";
import { detectContent } from "./detect-content.ts";
import { streamTrecTopics, type TopicOptions } from "./trec-topics.ts";

async function read(content: string, options?: TopicOptions): Promise<Query[]> {
  const queries: Query[] = [];
  const files = new MemoryFiles({ f: content });
  expect(await detectContent(files, "f")).toBe("trec-topics");
  for await (const query of streamTrecTopics(files, "f", options)) queries.push(query);
  return queries;
}

const WEB = `<?xml version="1.0" encoding="UTF-8"?>
<webtrack2012>
<topic number="151" type="ambiguous">
  <query>salt &amp; plums</query>
  <description>
    How are plums salted?
  </description>
  <subtopic number="1" type="inf">Which salt?</subtopic>
  <subtopic number="2" type="nav">A shop for plums.</subtopic>
</topic>
</webtrack2012>
`;

test("Topics of the web track have their query as text, and subtopics as a field.", async () => {
  const description = "How are plums salted?";
  const subtopic = "Which salt? A shop for plums.";
  expect(await read(WEB)).toEqual([
    { id: "151", text: "salt & plums", fields: { description, subtopic } },
  ]);
  expect((await read(WEB, { topicText: ["title", "description"] }))[0]?.text).toBe(
    "salt & plums How are plums salted?",
  );
});

test("The question of a COVID topic can be the text.", async () => {
  const covid =
    '<topics task="COVID">\n  <topic number="07">\n    <query>fever at night</query>\n    <question>why at night?</question>\n    <narrative>Causes.</narrative>\n  </topic>\n</topics>\n';
  const [query] = await read(covid, { topicText: ["question"] });
  expect(query).toMatchObject({ id: "07", text: "why at night?" });
  expect(query?.fields).toEqual({
    question: "why at night?",
    narrative: "Causes.",
    title: "fever at night",
  });
});

test("A topic without a query has its own text, or all of its sections.", async () => {
  const trials = '<topics>\n<topic number="1">\nA woman with a\ncough\n</topic>\n</topics>';
  expect(await read(trials)).toEqual([{ id: "1", text: "A woman with a cough" }]);
  const medicine =
    '<topics>\n<topic number="2">\n<disease>melanoma</disease>\n<gene>BRAF</gene>\n</topic>\n</topics>';
  expect(await read(medicine)).toEqual([
    { id: "2", text: "melanoma BRAF", fields: { disease: "melanoma", gene: "BRAF" } },
  ]);
});

import { expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { IndexWriter } from "../index-writer.ts";
import { resolveFields } from "../schema/index.ts";
import { IndexSnapshot } from "./index-snapshot.ts";
import { MultiFieldView } from "./multi-field-view.ts";

test("counts live documents with a frequent word in one of two fields once", async () => {
  const directory = new MemoryDirectory();
  const fields = { title: {}, body: {} };
  const writer = await IndexWriter.open(directory, { durability: "none", forward: false, fields });
  // Of 6,000 documents every second has the word in its title and every third in its body: 4,000
  // have it.
  for (let i = 0; i < 6000; i++) {
    const [title, body] = [i % 2 === 0 ? "lamp" : "pot", i % 3 === 0 ? "lamp lamp" : "pan"];
    await writer.add({ id: String(i), fields: { title, body } });
    if (i === 2500) await writer.commit();
  }
  await writer.commit();
  // 0 has it in both, 1 in neither, 2 in its title.
  for (const id of ["0", "1", "2"]) await writer.delete(id);
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const { schema } = snapshot.settings;
  if (schema === undefined) throw new Error("no schema");
  const view = new MultiFieldView(snapshot, resolveFields(schema));
  expect(view.term("lamp")).toEqual({
    documentFrequency: 4000 - 2,
    collectionFrequency: 3000 + 2 * 2000 - (1 + 2) - 1,
  });
  await snapshot.close();
});

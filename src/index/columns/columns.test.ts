import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import type { JsonValue } from "../../collection/document.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { checkIndex } from "../check-index.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { listColumnFields } from "./column-value.ts";
import { readSegmentColumns } from "./segment-columns.ts";

const FIELDS = {
  body: {},
  kind: "keyword",
  tags: "keyword[]",
  price: "number",
  sizes: { type: "number[]", stored: false },
  sold: "boolean",
  made: "date",
  "maker.name": "keyword",
} as const;

const keyword = fc.oneof(
  fc.constantFrom("", "a", "ab", "é", "😀"),
  fc.string({ unit: "grapheme" }),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, 0.1, 1e300, -1e300, 2 ** 53, 2 ** 40, 4294967295, 4294967296),
);
const date = fc.oneof(
  fc.constantFrom("2024-05-31", "1969-12-31T23:59:59.5Z", "0001-01-01", "2024-05-31T12:00+02:00"),
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
);
const values = fc.record(
  {
    kind: fc.option(keyword),
    tags: fc.oneof(keyword, fc.array(keyword, { maxLength: 4 })),
    price: number,
    sizes: fc.array(number, { maxLength: 3 }),
    sold: fc.boolean(),
    made: date,
    maker: fc.record({ name: keyword }),
  },
  { requiredKeys: [] },
);

describe.each(STORES)("columns %s", (_, fresh) => {
  test("have the values of every document, whichever way it entered its segment", async () => {
    const lives = fc.record({
      documents: fc.array(values, { minLength: 1, maxLength: 30 }),
      commitEvery: fc.integer({ min: 1, max: 12 }),
      gone: fc.uniqueArray(fc.nat(29), { maxLength: 8 }),
      end: fc.constantFrom("as it is", "merge", "reorder"),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ documents, commitEvery, gone: deleted, end }) => {
        const directory = await fresh();
        const writer = await IndexWriter.open(directory, { fields: FIELDS });
        for (const [i, fields] of documents.entries()) {
          await writer.add({ id: `d${i}`, fields: { ...fields, body: `w${i % 5} w${i}` } });
          if (i % commitEvery === 0) await writer.commit();
        }
        for (const document of deleted) await writer.delete(`d${document}`);
        if (end === "merge") await writer.merge();
        if (end === "reorder") await writer.reorder();
        await writer.commit();
        await writer.close();
        expect((await checkIndex(directory)).damages).toEqual([]);
        const live = documents.flatMap((fields, i) => (deleted.includes(i) ? [] : [[i, fields]]));
        expect(await readColumnValues(directory)).toEqual(
          new Map(live.map(([i, fields]) => [`d${i}`, toPlainValues(fields as JsonValue)])),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("have the same bytes in a merged index as in one written at once", async () => {
    const documents = fc.array(values, { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(19), async (documentsIn, cut) => {
        const [one, two] = [new MemoryDirectory(), await fresh()];
        for (const [directory, cuts] of [[one, []] as const, [two, [cut]] as const]) {
          const writer = await IndexWriter.open(directory, { fields: FIELDS });
          for (const [i, fields] of documentsIn.entries()) {
            await writer.add({ id: `d${i}`, fields });
            if (cuts.includes(i as never)) await writer.commit();
          }
          await writer.merge();
          await writer.commit();
          await writer.close();
        }
        expect(await columnsFile(two)).toEqual(await columnsFile(one));
      }),
      { numRuns: 30 },
    );
  });
});

describe("a field that is declared later", () => {
  test("has the values that were stored before, and keeps them in a merge", async () => {
    const directory = new MemoryDirectory();
    const writer = await IndexWriter.open(directory, { fields: { body: {}, kind: "keyword" } });
    await writer.add({ id: "a", fields: { body: "one", price: 5, kind: "x" } });
    await writer.add({ id: "b", fields: { body: "one", price: "dear" } });
    await writer.commit();
    await writer.close();
    const later = await IndexWriter.open(directory, { fields: { price: "number" } });
    await later.add({ id: "c", fields: { body: "one", price: 7 } });
    await later.commit();
    const expected = new Map([
      ["a", { kind: ["x"], price: [5] }],
      ["b", { kind: [null], price: [null] }],
      ["c", { kind: [null], price: [7] }],
    ]);
    expect(await readColumnValues(directory)).toEqual(expected);
    await later.merge();
    await later.commit();
    await later.close();
    expect(await readColumnValues(directory)).toEqual(expected);
    expect((await columnsFile(directory)).length).toBeGreaterThan(0);
  });
});

/** The values of each live document by field, as read from the columns of its segment. */
async function readColumnValues(
  directory: Directory,
): Promise<Map<string, Record<string, unknown>>> {
  const snapshot = await IndexSnapshot.open(directory);
  const fields = listColumnFields(snapshot.settings.schema);
  const valuesById = new Map<string, Record<string, unknown>>();
  for (const { segment, deletions } of snapshot.parts) {
    const columns = await readSegmentColumns(segment, fields);
    for (let document = 0; document < segment.documents.count; document++) {
      if (deletions?.has(document) === true) continue;
      const entries = [...columns].map(([name, column]) => [name, column.readValues(document)]);
      valuesById.set(segment.documents.id(document), Object.fromEntries(entries));
    }
  }
  await snapshot.close();
  return valuesById;
}

async function columnsFile(directory: Directory): Promise<Uint8Array> {
  const [name] = (await directory.list()).filter((each) => each.endsWith(".columns"));
  return directory.read(name as string);
}

/** The expected column values of a document, computed from its properties alone. */
function toPlainValues(document: JsonValue): Record<string, unknown> {
  const fields = document as Record<string, JsonValue>;
  const list = (value: JsonValue | undefined): unknown[] => {
    const all = (Array.isArray(value) ? value : [value]).filter((each) => each != null);
    const distinct = [...new Set(all)];
    return distinct.length === 0 ? [null] : distinct;
  };
  const maker = fields.maker as Record<string, JsonValue> | undefined;
  const { made } = fields;
  const milliseconds = typeof made === "string" ? new Date(made).getTime() : made;
  return {
    kind: list(fields.kind),
    tags: list(fields.tags),
    price: list(fields.price),
    sizes: list(fields.sizes),
    sold: list(fields.sold),
    made: list(milliseconds),
    "maker.name": list(maker?.name),
  };
}

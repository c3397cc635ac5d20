import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { parseFieldNumber, stripField, toFieldPrefix } from "./field-terms.ts";

const PLAIN = { stemmer: "none", stopWords: "none" } as const;
const fields = { title: { weight: 2 }, body: {} };

async function checkSound(directory: MemoryDirectory): Promise<void> {
  expect((await checkIndex(directory)).damages).toEqual([]);
}

/** Document, frequency and positions of a term in one field. */
function listPostings(snapshot: IndexSnapshot, field: number, term: string): unknown[] {
  const cursor = snapshot.postings(toFieldPrefix(field) + term);
  const listed: unknown[] = [];
  while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
    const positionsIn = snapshot.hasPositions ? [...cursor.positions()] : [];
    listed.push([snapshot.id(cursor.document), cursor.frequency, positionsIn]);
  }
  return listed;
}

test("gives every field number a distinct prefix that no word begins with", () => {
  const prefixes = Array.from({ length: 1001 }, (_, number) => toFieldPrefix(number));
  expect(new Set(prefixes).size).toBe(1001);
  for (const [number, prefix] of prefixes.entries()) {
    expect(parseFieldNumber(`${prefix}egg`)).toBe(number);
    expect(stripField(`${prefix}egg`)).toBe("egg");
    expect([...prefix].every((unit) => unit < " ")).toBe(true);
  }
});

describe("an index with fields", () => {
  test("keeps the lists, lengths and positions of each field separate", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(
      directory,
      [
        { id: "a", title: "boiled eggs", fields: { body: "eggs with eggs" } },
        { id: "b", fields: { body: "boiled ham" } },
        { id: "c", title: "eggs", fields: { other: "not searched" } },
      ],
      { fields, analysis: PLAIN, positions: true },
    );
    await checkSound(directory);
    const snapshot = await IndexSnapshot.open(directory);
    expect(listPostings(snapshot, 1, "eggs")).toEqual([
      ["a", 1, [1]],
      ["c", 1, [0]],
    ]);
    expect(listPostings(snapshot, 2, "eggs")).toEqual([["a", 2, [2, 4]]]);
    expect(listPostings(snapshot, 2, "searched")).toEqual([]);
    const [{ segment } = { segment: undefined }] = snapshot.parts;
    expect([...(segment?.documents.fieldLengths(1) ?? [])]).toEqual([2, 0, 1]);
    expect([...(segment?.documents.fieldLengths(2) ?? [])]).toEqual([3, 2, 0]);
    expect([...(segment?.documents.lengths ?? [])]).toEqual([5, 2, 1]);
    await snapshot.close();
  });

  test("analyses each field with its own analyzer", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, [{ id: "a", fields: { en: "houses", de: "Häuser" } }], {
      fields: { en: {}, de: { analyzer: { language: "german" } } },
    });
    const snapshot = await IndexSnapshot.open(directory);
    expect(listPostings(snapshot, 1, "hous")).toEqual([["a", 1, []]]);
    expect(listPostings(snapshot, 2, "haus")).toEqual([["a", 1, []]]);
    await snapshot.close();
  });

  test("stores the stored fields and searches the searchable ones", async () => {
    const directory = new MemoryDirectory();
    const values = { secret: "kept words", note: "shown only", deep: { a: 1, b: "hidden" } };
    await buildIndex(directory, [{ id: "a", title: "top", fields: values }], {
      analysis: PLAIN,
      fields: {
        title: {},
        secret: { stored: false },
        note: { searchable: false },
        "deep.b": { stored: false },
      },
    });
    await checkSound(directory);
    const snapshot = await IndexSnapshot.open(directory);
    expect(listPostings(snapshot, 2, "kept")).toEqual([["a", 1, []]]);
    expect(snapshot.termsWithPrefix("", Infinity).map(stripField).sort()).toEqual(
      ["hidden", "kept", "top", "words"].sort(),
    );
    expect(await snapshot.readStoredFields(0)).toEqual({
      title: "top",
      note: "shown only",
      deep: { a: 1 },
    });
    await snapshot.close();
  });

  test("accepts a field later, and merges segments with and without it", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, [{ id: "a", title: "one" }], { fields, analysis: PLAIN });
    const writer = await IndexWriter.open(directory, { fields: { more: "text" } });
    await writer.add({ id: "b", title: "two", fields: { more: "one more" } });
    await writer.commit();
    await checkSound(directory);
    await writer.merge();
    await writer.commit();
    await writer.close();
    await checkSound(directory);
    const snapshot = await IndexSnapshot.open(directory);
    expect(snapshot.parts).toHaveLength(1);
    expect(listPostings(snapshot, 3, "one")).toEqual([["b", 1, []]]);
    expect(listPostings(snapshot, 1, "one")).toEqual([["a", 1, []]]);
    expect([...(snapshot.parts[0]?.segment.documents.fieldLengths(3) ?? [])]).toEqual([0, 2]);
    await snapshot.close();
  });

  test("rejects an invalid document with field, value and rule", async () => {
    const writer = await IndexWriter.open(new MemoryDirectory(), {
      fields: { title: {}, price: "number", day: "date", tags: "keyword[]", ok: "boolean" },
    });
    const add = (fields: object) => writer.add({ id: "x", fields: fields as never });
    const cases: [object, string][] = [
      [{ title: 7 }, '"title" must be a text'],
      [{ note: undefined, title: ["a"] }, '"title" must be a text'],
      [{ price: "cheap" }, 'field "price" (number): it must be a number, got "cheap"'],
      [{ price: [1, 2] }, 'field "price" (number): it has 2 values; the field takes one'],
      [{ price: Number.NaN }, 'field "price": numbers must be finite, got NaN'],
      [{ day: "yesterday" }, 'field "day" (date): it must be a date such as 2024-05-31'],
      [{ day: "2023-02-29" }, 'got "2023-02-29"'],
      [{ day: "2024-02-30T00:00:00Z" }, 'got "2024-02-30T00:00:00Z"'],
      [{ tags: ["a", 3] }, 'field "tags" (keyword[]): it must be a keyword text, got "3"'],
      [{ tags: "x".repeat(8193) }, "a keyword has at most 8192 characters, this one 8193"],
      [{ ok: "yes" }, 'field "ok" (boolean): it must be true or false, got "yes"'],
      [{ title: { a: 1 } }, '"title" must be a text, got an object'],
    ];
    for (const [values, message] of cases) {
      await expect(add(values), JSON.stringify(values)).rejects.toThrow(message);
    }
    await add({ title: null, price: 0, day: "2024-02-29", tags: "one", ok: false });
    await add({ day: 0 }).catch((error: Error) => expect(error.message).toContain("already"));
    await writer.close();
  });

  test("is the same for any number of batches, and intact after merges and deletions", async () => {
    const words = fc.array(fc.constantFrom("red", "blue", "green", "grey"), { maxLength: 5 });
    const document = fc.record({ title: words, body: words, extra: words });
    const plan = fc.array(document, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(plan, fc.nat(11), fc.boolean(), async (documents, deleted, isReordered) => {
        const directory = new MemoryDirectory();
        const writer = await IndexWriter.open(directory, {
          fields: { title: {}, body: {}, extra: {} },
          analysis: PLAIN,
          positions: true,
        });
        const values = documents.map(({ title, body, extra }, i) => ({
          id: `d${i}`,
          fields: { title: title.join(" "), body: body.join(" "), extra: extra.join(" ") },
        }));
        for (const [i, each] of values.entries()) {
          await writer.add(each);
          if (i % 3 === 0) await writer.commit();
        }
        await writer.delete(`d${deleted}`);
        await writer.commit();
        await checkSound(directory);
        if (isReordered) await writer.reorder();
        else await writer.merge();
        await writer.commit();
        await writer.close();
        await checkSound(directory);
        const snapshot = await IndexSnapshot.open(directory);
        for (const [field, name] of (["title", "body", "extra"] as const).entries()) {
          for (const word of ["red", "blue", "green", "grey"]) {
            const expected = documents.flatMap((each, i) => {
              const before = (["title", "body", "extra"] as const)
                .slice(0, field)
                .reduce((sum, other) => sum + each[other].length, 0);
              const positionsIn = each[name].flatMap((w, at) => (w === word ? [before + at] : []));
              return i === deleted || positionsIn.length === 0
                ? []
                : [[`d${i}`, positionsIn.length, positionsIn]];
            });
            const listed = listPostings(snapshot, field + 1, word) as [string][];
            const byId = (a: [string], b: [string]) => (a[0] < b[0] ? -1 : 1);
            expect(listed.sort(byId)).toEqual((expected as [string][]).sort(byId));
          }
        }
        await snapshot.close();
      }),
      { numRuns: 50 },
    );
  });
});

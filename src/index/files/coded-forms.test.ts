import { beforeAll, describe, expect, test } from "vitest";
import { toBytes } from "../../common/bytes/index.ts";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { packNumbers } from "../encoding/pack-numbers.ts";
import { IndexWriter } from "../index-writer.ts";
import type { Segment } from "../segments/segment.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { writePrunedIndex } from "../weights/pruned-index.ts";
import { encodeWeight, TermWeights } from "../weights/term-weights.ts";
import { CodedForms } from "./coded-forms.ts";
import { openFrame } from "./file-frame.ts";
import type { FormsFile } from "./forms-file.ts";
import { writeFrame } from "./frame-writer.ts";
import { toSlicedFrame } from "./sliced-section.ts";
import { parseWeights, writeWeights } from "./weights-file.ts";

const random = new Random(3);
const createWord = (): string =>
  `${random.below(2) ? "W" : "w"}${Math.floor(random.uniform() ** 4 * 900)}s`;
const DOCUMENTS = Array.from({ length: 180 }, (_, i) => ({
  id: `d${i}`,
  text: i % 50 === 7 ? "" : Array.from({ length: random.below(90) }, createWord).join(" the "),
}));
/** `the` is a stop word, and the weights of w1 and w2 are given. */
const WEIGHTS = new TermWeights(
  [
    ["the", 1, 0],
    ["w1", 0.5, 2],
    ["w2", 1.5, 0.25],
  ],
  1,
  1,
);

let plain: IndexSnapshot;
let codedDirectory: MemoryDirectory;

beforeAll(async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, DOCUMENTS, { analysis: { stopWords: "none" } });
  plain = await IndexSnapshot.open(directory);
  codedDirectory = new MemoryDirectory();
  await writePrunedIndex(plain, codedDirectory, WEIGHTS);
});

/** The only segment. */
function getSegment({ parts }: IndexSnapshot): Segment {
  const [part] = parts;
  if (part === undefined) throw new Error("an index without segments");
  return part.segment;
}

async function readAllTokens(snapshot: IndexSnapshot): Promise<Map<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (let document = 0; document < snapshot.documentLimit; document++) {
    const id = snapshot.id(document);
    if (snapshot.find(id) === document) all.set(id, await snapshot.readTokens(document));
  }
  return all;
}

async function readForms(snapshot: IndexSnapshot): Promise<unknown[]> {
  const file = (await getSegment(snapshot).forms()) as FormsFile;
  const groups = Array.from({ length: Math.ceil(file.count / 16) }, (_, group) => {
    const { bytes, starts, numbers } = file.group(group);
    const size = file.groupSize(group);
    return [bytes.slice(0, starts[size]), numbers.slice(0, size)];
  });
  return [...groups, file.readSignatures()];
}

describe("a forward index with codes", () => {
  test("has the tokens, the terms and the forms of the plain one, in three quarters of the bytes", async () => {
    const coded = await IndexSnapshot.open(codedDirectory);
    expect(await readAllTokens(coded)).toEqual(await readAllTokens(plain));
    for (let document = 0; document < plain.documentLimit; document++) {
      expect(await coded.readTerms(document)).toEqual(await plain.readTerms(document));
    }
    expect(await readForms(coded)).toEqual(await readForms(plain));
    const bytes = (snapshot: IndexSnapshot): number => {
      const { forward, forms } = getSegment(snapshot).record.files;
      return (forward?.bytes ?? 0) + (forms?.bytes ?? 0);
    };
    expect(bytes(coded)).toBeLessThan(0.75 * bytes(plain));
    expect((await checkIndex(codedDirectory)).damages).toEqual([]);
  });

  test("gives a form and its term by number, as it lists them", async () => {
    const forward = await (
      await IndexSnapshot.open(codedDirectory)
    ).parts[0]?.segment.readForward();
    let number = 0;
    for (const { form, term } of forward?.allForms() ?? []) {
      const text = new TextDecoder().decode(form);
      expect(forward?.form(number++)).toEqual({ form: text, term });
    }
    expect(number).toBe(forward?.formCount);
  });

  test("is read with plain ones, and stays through merges and reordering", async () => {
    const target = new MemoryDirectory();
    await writePrunedIndex(plain, target, WEIGHTS);
    const expected = await readAllTokens(plain);
    const writer = await IndexWriter.open(target);
    await writer.add({ id: "new", text: "another w1s of the W7s" });
    await writer.delete("d11");
    await writer.commit();
    expected.set("new", ["another", "w1s", "of", "the", "w7s"]).delete("d11");
    expect(await readAllTokens(await IndexSnapshot.open(target))).toEqual(expected);
    for (const change of ["merge", "reorder"] as const) {
      await writer[change]();
      await writer.commit();
      const snapshot = await IndexSnapshot.open(target);
      expect(await readAllTokens(snapshot)).toEqual(expected);
      const file = snapshot.parts[0]?.segment.record.files.forward?.name ?? "";
      expect((await openFrame(file, await target.read(file), "forward")).sections.length).toBe(6);
    }
    await writer.close();
    expect((await checkIndex(target)).damages).toEqual([]);
  });

  test.each([
    ["lengths of codes that do not exist", 5, 2],
    ["something follows the last term", 2, 0],
    ["a term that does not exist", 2, 2], // a step of -1 from -1
  ])("is rejected with %s", async (reason, section, value) => {
    const segment = getSegment(await IndexSnapshot.open(codedDirectory));
    const name = segment.record.files.forward?.name ?? "";
    const frame = await openFrame(name, await codedDirectory.read(name), "forward");
    const values = new Uint32Array((await segment.readForward()).formCount + 1).fill(value);
    const bytes = section === 5 ? packNumbers(values) : Uint8Array.from(values);
    const sections = frame.sections.map((each, i) => (i === section ? { ...each, bytes } : each));
    const open = async (): Promise<unknown> =>
      new CodedForms(
        name,
        toSlicedFrame({ ...frame, sections }),
        (await segment.forms()) as FormsFile,
      ).form(0);
    await expect(open()).rejects.toThrow(reason);
  });
});

describe("weights", () => {
  const STORED = {
    missing: 0.75,
    byNumber: Float32Array.of(1, 2, 0.5, 1),
    unlisted: [
      ["gone", 1.5, 0.25],
      ["zero", 0],
    ] as [string, number, number?][],
    query: { missing: 3, byNumber: Float32Array.of(0, 1, 4, 1) },
  };
  const target = (files: MemoryDirectory) => ({
    files,
    name: "weights",
    indexId: "0123456789abcdef",
  });

  test.each(["two-sided", "occurrence"])(
    "of terms, %s, are read as they were written",
    async (kind) => {
      const files = new MemoryDirectory();
      const { query, ...rest } = STORED;
      const unlisted = STORED.unlisted.map(([term, weight]) => [term, weight] as const);
      const written = kind === "two-sided" ? STORED : { ...rest, unlisted };
      await writeWeights(target(files), written);
      const frame = await openFrame("weights", await files.read("weights"), "weights");
      const { unlisted: terms, ...read } = parseWeights("weights", frame, 4);
      expect(read).toEqual(
        kind === "two-sided"
          ? { missing: 0.75, byNumber: STORED.byNumber, query }
          : { missing: 0.75, byNumber: STORED.byNumber },
      );
      expect(new Map(terms.map((each) => [each[0], each[1]]))).toEqual(
        new Map([
          ["gone", 1.5],
          ["zero", 0],
        ]),
      );
    },
  );

  test("of version 3 are read, u16 each", async () => {
    const files = new MemoryDirectory();
    const codes = (...weights: number[]): Uint8Array =>
      toBytes(Uint16Array.from(weights, encodeWeight));
    await writeFrame({ ...target(files), kind: "weights" }, async (frame) => {
      await frame.section(toBytes(Uint32Array.of(encodeWeight(0.75), 0, 0)));
      await frame.section(new Uint8Array(0));
      await frame.section(new Uint8Array(0));
      await frame.section(codes(1, 2, 0.5, 1));
      await frame.section(codes(0, 1, 4, 1, 3));
    });
    const frame = await openFrame("weights", await files.read("weights"), "weights");
    expect(parseWeights("weights", frame, 4)).toEqual({ ...STORED, unlisted: [] });
  });
});

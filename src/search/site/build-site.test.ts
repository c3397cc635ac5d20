import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSmallModel } from "../../../test/browser/site/small-model.ts";
import type { SkippedPage } from "../../collection/site/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import type { FileRequest } from "../../common/web-platform.ts";
import { PackedDirectory } from "../../index/packed/index.ts";
import { NodeFiles } from "../../storage/node-files.ts";
import { completeOptions } from "../../text/index.ts";
import { openIndex } from "../open-index.ts";
import type { SearchIndex } from "../search-index.ts";
import { HIGHLIGHTED_FIELDS, toPageResult } from "../section-results.ts";
import { parseSiteEntry, type SiteEntry, selectLanguage } from "../site-entry.ts";
import { openModel } from "../trained-models.ts";
import { buildSite, removeFolder, type SiteOptions, type SiteReport } from "./index.ts";

const PAGES = {
  "index.html": "<html lang=en><title>Kitchen</title><h1>Kitchen</h1><p>Welcome.",
  "salt.html": `<html lang=en><h1>Salt</h1><p>Dug from mines.
    <h2 id=sea>From the sea</h2><p data-termwise-filter="tag:sea">Evaporated slowly, then raked.
    <h2 id=rock>Rock salt</h2><p>Ground into crystals for the pan.`,
  "de/salz.html": "<html lang=de><h1>Salz</h1><p>Aus den Bergwerken gebrochen.",
};

/** Enough text that its index is larger than the head of a pack. */
const LONG_TEXT = Array.from({ length: 4000 }, (_, i) => `w${(i * 7919) % 4001}`).join(" ");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "termwise-site-"));
  for (const [path, text] of Object.entries(PAGES)) await writePage(path, text);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function writePage(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function build(options: SiteOptions = {}, files: NodeFiles = new NodeFiles()): Promise<SiteReport> {
  const cachePath = join(root, ".kept.json");
  return buildSite(root, { cache: cachePath, ...options }, { files, removeFolder });
}

async function entry(): Promise<SiteEntry> {
  return parseSiteEntry(await readFile(join(root, "termwise/site.json"), "utf8"));
}

async function open(language: string): Promise<SearchIndex> {
  const folder = selectLanguage(await entry(), language)?.index ?? "";
  const fetch = async (address: string, { headers = {} }: FileRequest): Promise<Response> => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const bytes = await readFile(join(root, "termwise", folder, new URL(address).pathname));
    if (from === undefined) return new Response(bytes);
    return new Response(bytes.subarray(Number(from), Number(to) + 1), {
      status: 206,
      headers: { etag: '"1"', "content-range": `bytes ${from}-${to}/${bytes.length}` },
    });
  };
  return openIndex(new PackedDirectory("http://site/", { fetch }));
}

/** The bytes of all published files by name. */
async function readPublished(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const out = join(root, "termwise");
  for (const each of await readdir(out, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    if (each.isFile()) files[path.slice(out.length)] = await readFile(path, "latin1");
  }
  return files;
}

describe("buildSite", () => {
  test("makes pages searchable, with sections by heading", async () => {
    const report = await build();
    expect(report).toMatchObject({ pages: 3, read: 3 });
    expect((await entry()).base).toBe("../");
    await using index = await open("en-US");
    const { hits } = await index.search("raking salt from the sea", {
      highlight: { fields: HIGHLIGHTED_FIELDS },
    });
    const [first] = hits.map((hit) => toPageResult(hit));
    expect(first).toMatchObject({
      url: "salt.html",
      title: [{ text: "Salt", isMatch: true }],
      sections: [
        {
          url: "salt.html#sea",
          excerpt: [
            { text: "Evaporated slowly, then ", isMatch: false },
            { text: "raked", isMatch: true },
            { text: ".", isMatch: false },
          ],
        },
        { url: "salt.html#rock" },
      ],
    });
    expect(hits[0]?.document.filter).toEqual({ tag: ["sea"] });
    const filtered = await index.search("salt", {
      filter: { "filter.tag": "sea" },
      facets: ["filter.tag"],
    });
    expect([filtered.total, filtered.facets]).toEqual([1, { "filter.tag": { sea: 1 } }]);
  });

  test("gives each language its own index", async () => {
    await build();
    expect((await entry()).languages.map(({ language, pages }) => [language, pages])).toEqual([
      ["en", 2],
      ["de", 1],
    ]);
    await using german = await open("de");
    // German stemming joins Bergwerk and Bergwerken.
    expect((await german.search("Bergwerk")).hits.map(({ id }) => id)).toEqual(["de/salz.html"]);
  });

  test("writes the same bytes whatever was built before", async () => {
    await build();
    const fresh = await readPublished();
    await writePage("salt.html", "<h1>Other</h1>");
    await writePage("more.html", "<h1>More</h1>");
    await build();
    const changed = await readPublished();
    expect(changed["/site.json"]).not.toBe(fresh["/site.json"]);
    await rm(join(root, "more.html"));
    await writePage("salt.html", PAGES["salt.html"]);
    await build();
    expect(await readPublished()).toEqual(fresh);
  });

  test("reads only pages that changed, and writes nothing if none did", async () => {
    await build();
    expect(await build()).toMatchObject({ pages: 3, read: 0, written: 0 });
    await writePage("salt.html", "<h1>Salt</h1> and pepper");
    expect(await build()).toMatchObject({ pages: 3, read: 1 });
  });

  test("a failure at any write leaves the old search or the new one", async () => {
    await writePage("long.html", `<html lang=en><h1>Long</h1><p>${LONG_TEXT}`);
    await build();
    const before = await entry();
    await writePage("salt.html", "<h1>Salt</h1> and pepper");
    let failures = 0;
    for (let failAt = 1; ; failAt++) {
      const outcome = await build({}, new FailingFiles(failAt)).then(
        () => "done",
        (error: unknown) => error,
      );
      const now = await entry();
      await using index = await open("en");
      const isNew = (await index.search("pepper")).total === 1;
      expect(isNew).toBe(now.languages[0]?.index !== before.languages[0]?.index);
      expect((await index.search("salt")).total).toBe(1);
      if (outcome === "done") {
        expect(isNew).toBe(true);
        break;
      }
      expect(outcome).toHaveProperty("code", "IO");
      failures++;
    }
    expect(failures).toBeGreaterThan(3);
  });

  test("removes files that nothing refers to, and no file of others", async () => {
    await build();
    const old = (await entry()).languages.map(({ index }) => index);
    await writePage("termwise/notes.txt", "mine");
    await writePage("termwise/en-notes/a.txt", "mine");
    await writePage("termwise/en-0123456789ab/a.txt", "mine, under a name like ours");
    await writePage("salt.html", "<h1>Salt</h1> and pepper");
    await build();
    const names = await readdir(join(root, "termwise"));
    expect(names).toContain("notes.txt");
    expect(names).toContain("en-notes");
    expect(names).toContain("en-0123456789ab");
    expect(names).not.toContain(old[0]);
    expect(names).toContain(old[1]); // German has not changed
  });

  test("removes half-written files of a crash, and no folder with a file of others", async () => {
    await writePage("long.html", `<html lang=en><h1>Long</h1><p>${LONG_TEXT}`);
    await build();
    const [whole = ""] = (await entry()).languages.map(({ index }) => index);
    const folder = join(root, "termwise", whole);
    const kept = join(root, "kept");
    await cp(folder, kept, { recursive: true });
    await writePage("salt.html", "<h1>Salt</h1> and pepper");
    const files = await readdir(kept);
    expect(files.length).toBeGreaterThan(3);
    // The folder after each write, and with a write in progress.
    const pending = "words.pack.0123456789abcdef.pending";
    const left = [
      ["contents.txt.0123456789abcdef.pending"],
      ...files.map((_, i) => ["contents.txt", ...files.slice(0, i)]),
      ["contents.txt", pending],
    ];
    for (const names of left) {
      await rm(folder, { recursive: true, force: true });
      for (const name of new Set(names)) {
        const source = name.endsWith(".pending") ? "words.pack" : name;
        await writePage(`termwise/${whole}/${name}`, "");
        await cp(join(kept, source), join(folder, name));
      }
      await build();
      expect(await readdir(join(root, "termwise")), names.join()).not.toContain(whole);
    }
    for (const [name, text] of [
      ["notes.txt", "mine"],
      ["words.pack", "changed"],
      ["notes.txt.0123456789abcdef.pending", "mine"],
    ] as const) {
      await rm(folder, { recursive: true, force: true });
      await writePage(`termwise/${whole}/${name}`, text);
      await cp(join(kept, "contents.txt"), join(folder, "contents.txt"));
      await build();
      expect(await readdir(folder), name).toContain(name);
    }
  });

  test("repairs a published file that was modified", async () => {
    await build();
    const before = await readPublished();
    const [path] = Object.keys(before).filter((name) => name.endsWith("opening.pack"));
    const file = join(root, "termwise", path ?? "");
    const bytes = await readFile(file);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await build();
    expect(await readPublished()).toEqual(before);
  });

  test("reports the pages that it leaves out", async () => {
    await writePage("draft.html", "<meta name=robots content=noindex><p>x");
    await writePage("index.md", "# Same address");
    const left: SkippedPage[] = [];
    await build({ onLeftOut: (each) => left.push(each) });
    expect(left.map(({ path, reason }) => [path.slice(root.length + 1), reason])).toEqual([
      ["draft.html", "noindex"],
      ["index.md", "same address"],
    ]);
  });

  test("with a model, pages are re-ranked as by the whole model", async () => {
    await writePage(
      "mine.html",
      "<html lang=en><h1>Mine</h1><p>Salt of a mine, with a rake and a pan.",
    );
    const words = ["salt", "sea", "mine", "rake", "pan", "fog", "mist"];
    const model = createSmallModel(words);
    const { languages } = await build({ rerank: { model } });
    const folder = (await entry()).languages[0]?.model ?? "";
    expect(languages[0]?.modelBytes).toBeLessThan(10_000);
    const reduced = await openModel(join(root, "termwise", folder));
    expect(reduced.vocabulary.words).toEqual(words.slice(0, 5)); // no page has fog or mist
    await using index = await open("en");
    for (const query of ["salt", "sea salt pan", "rake a mine"]) {
      const whole = await index.search(query, { rerank: model });
      const part = await index.search(query, { rerank: reduced });
      expect(part.hits.map(({ id }) => id)).toEqual(whole.hits.map(({ id }) => id));
      for (const [i, { score }] of part.hits.entries()) {
        expect(score).toBeCloseTo(whole.hits[i]?.score ?? 0, 1);
      }
    }
  });

  test("rejects a model with another analyzer than the pages", async () => {
    const model = createSmallModel(["salt"]);
    const description = { ...model.description, analysis: completeOptions({ stemmer: "none" }) };
    await expect(build({ rerank: { model: { ...model, description } } })).rejects.toThrow(
      "this knrm reads tokens made with",
    );
  });

  test("rejects a folder without pages", async () => {
    const empty = await mkdtemp(join(tmpdir(), "termwise-site-"));
    const building = buildSite(empty, {}, { files: new NodeFiles(), removeFolder });
    await expect(building).rejects.toThrow("has no HTML or Markdown page to search");
    await rm(empty, { recursive: true });
  });
});

test.each(["", "{}", '{"version":2}', '{"version":1,"base":"/","languages":[{}]}'])(
  "rejects the entry %j",
  (json) => {
    expect(() => parseSiteEntry(json)).toThrow(TermwiseError);
  },
);

/** Fails at the write with this number. */
class FailingFiles extends NodeFiles {
  #left: number;

  constructor(failAt: number) {
    super();
    this.#left = failAt;
  }

  override async write(...call: Parameters<NodeFiles["write"]>): Promise<void> {
    if (--this.#left === 0) throw new TermwiseError("IO", "the disk is full");
    await super.write(...call);
  }
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFrontMatter } from "./front-matter.ts";
import { extractMarkdownText } from "./markdown.ts";

describe("extractMarkdownText", () => {
  test.each([
    ["# Salt #\n\ntext", "Salt\n\ntext"],
    ["Salt\n====\ntext", "Salt\ntext"],
    ["intro\n\n## Two *words*", "intro\n\nTwo words"],
    ["#hashtag is text", "#hashtag is text"],
    ["**bold**, *italic*, __bold__, _italic_, ~~gone~~", "bold, italic, bold, italic, gone"],
    ["***both***, **a *b* c**", "both, a b c"],
    ["2 * 3 * 4, 5*3, a_b_c, ~5", "2 * 3 * 4, 5*3, a_b_c, ~5"],
    ["**over\ntwo lines**", "over\ntwo lines"],
    ["[text](https://a.example/x_(y)_z 'title') end", "text end"],
    ["[text][ref] and [ref][] and [plain]", "text and ref and plain"],
    ["![a picture](a.png)", "a picture"],
    ["[![badge](b.svg)](https://a.example)", "badge"],
    ["<https://a.example/b> <me@a.example>", "https://a.example/b me@a.example"],
    ["[ref]: https://a.example 'title'\ntext", "text"],
    ["a note[^1]\n\n[^1]: below", "a note1\n\nbelow"],
    ["- one\n* two\n+ three\n12. four\n- [x] done", "one\ntwo\nthree\nfour\ndone"],
    ["> quoted\n> > twice", "quoted\ntwice"],
    ["a\n\n---\n\nb\n***\nc", "a\n\n\nb\nc"],
    ["| a | b |\n|---|:-:|\n| *c* | `d` |", "a  b\nc  d"],
    ["use `a_b *c*` and ``a ` b``", "use a_b *c* and a ` b"],
    ["a lone ` backquote", "a lone ` backquote"],
    [
      "```ts\nconst a = *b*; // <x>\n# no heading\n```\nafter",
      "const a = *b*; // <x>\n# no heading\nafter",
    ],
    ["~~~\n```\n~~~", "```"],
    ["<div class='a>b'>in <b>HTML</b></div><!-- not this -->", "in HTML"],
    ["one<br>two &amp; three &eacute;", "one two & three é"],
    ["1 < 2 and \\*not italic\\*, `&amp;`", "1 < 2 and *not italic*, &amp;"],
    ["", ""],
  ])("converts %j to %j", (markdown, text) => {
    expect(extractMarkdownText(markdown).text).toBe(text);
  });

  test("returns the first heading, without its marks", () => {
    expect(extractMarkdownText("x\n\n## The *first* `one` ##\n# Second").heading).toBe(
      "The first one",
    );
    expect(extractMarkdownText("Under\nlined\n---\n").heading).toBe("Under lined");
    expect(extractMarkdownText("```\n# code\n```").heading).toBe("");
  });

  test("keeps words of text without marks", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "é", "日", "7", ".", ","), minLength: 1 });
    fc.assert(
      fc.property(fc.array(word.map((text) => `x${text}`)), (words) => {
        expect(extractMarkdownText(words.join(" ")).text).toBe(words.join(" "));
      }),
    );
  });

  test.each(["](", "[", "`", "<a", "*a", "_", "**", "~~", "> ", "![", "[a](b", "|", "#", "- "])(
    "takes linear time for many %j",
    (mark) => {
      const begun = performance.now();
      extractMarkdownText(mark.repeat(20_000));
      extractMarkdownText(`${mark}\n`.repeat(20_000));
      expect(performance.now() - begun).toBeLessThan(5000);
    },
  );
});

describe("parseFrontMatter", () => {
  const values = async (yaml: string) => (await parseFrontMatter(`---\n${yaml}\n---\nbody`)).values;

  test("reads scalars, lists and comments", async () => {
    expect(
      await values(
        [
          "# of a recipe",
          "title: Pickled plums: a guide # not this",
          'quoted: "a: \\"b\\" # c"',
          "single: 'it''s'",
          "minutes: 40",
          "weight: -1.5",
          "code: 007",
          "long: 12345678901234567890",
          "done: true",
          "draft: false",
          "none: null",
          "empty:",
          "url: https://a.example/b#c",
          "date: 2024-05-01",
          "tags: [plum, 'salt, coarse', 3, true]",
          "nothing: []",
          "steps:",
          "  - wash # well",
          '  - "salt"',
          "  - dry",
        ].join("\n"),
      ),
    ).toEqual({
      title: "Pickled plums: a guide",
      quoted: 'a: "b" # c',
      single: "it's",
      minutes: 40,
      weight: -1.5,
      code: "007",
      long: "12345678901234567890",
      done: true,
      draft: false,
      none: null,
      empty: null,
      url: "https://a.example/b#c",
      date: "2024-05-01",
      tags: ["plum", "salt, coarse", 3, true],
      nothing: [],
      steps: ["wash", "salt", "dry"],
    });
  });

  test("keeps other kinds of values as text", async () => {
    expect(
      await values(
        "author:\n  name: Ada\n  age: 36\nnote: |\n  one\n  two\nfold: >-\n  one\n  two",
      ),
    ).toEqual({
      author: "name: Ada\n  age: 36",
      note: "one\ntwo",
      fold: "one two",
    });
  });

  test("accepts what YAML refuses but generators of sites accept", async () => {
    expect(
      await values("a: @x\nb: `c`\nd: *e*\nf: 'g' h\nlist:\n- i: 1\n- j\nk: !!binary abc"),
    ).toEqual({
      a: "@x",
      b: "`c`",
      d: "*e*",
      f: "g",
      list: "- i: 1\n- j",
      k: expect.stringContaining("abc"),
    });
  });

  test("leaves a block of more than 16,384 characters in the body", async () => {
    const block = (length: number) => `---\na: ${"x".repeat(length)}\n---\nbody`;
    expect((await parseFrontMatter(block(16_000))).body).toBe("body");
    expect((await parseFrontMatter(block(17_000))).values).toEqual({});
  });

  test("gives the rest as body", async () => {
    expect((await parseFrontMatter("---\na: 1\n---\n# Title\n")).body).toBe("# Title\n");
    expect((await parseFrontMatter("---\na: 1\n...\nx")).body).toBe("x");
    expect(await parseFrontMatter("---\r\na: b\r\n---\r\nx")).toEqual({
      values: { a: "b" },
      body: "x",
    });
    expect(await parseFrontMatter("---\n---\nx")).toEqual({ values: {}, body: "x" });
  });

  test.each([
    "text",
    "---\nnever closed",
    "---\nsome prose\n---\nmore",
    "a\n---\nb: 1\n---\n",
    "---\n- a\n---\n",
  ])("finds none in %j", async (text) => {
    expect(await parseFrontMatter(text)).toEqual({ values: {}, body: text });
  });

  test("takes any text, in bounded time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom("-", "\n", ":", " ", "a", '"', "[", ",", "#", "'", "|"),
        }),
        async (text) => {
          await parseFrontMatter(`---\n${text}\n---\n`);
        },
      ),
    );
    for (const piece of [" ", "a ", "a: [", '"', "- ", "a:\n", "#", "\\", "&a ", "{", "? "]) {
      const many = piece.repeat(16_000 / piece.length);
      const begun = performance.now();
      await parseFrontMatter(`---\na: ${many}\n---\n`);
      await parseFrontMatter(`---\n${many}\n---\n`);
      expect(performance.now() - begun).toBeLessThan(5000);
    }
  });
});

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
  const values = (yaml: string) => parseFrontMatter(`---\n${yaml}\n---\nbody`).values;

  test("reads scalars, lists and comments", () => {
    expect(
      values(
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
          "- dry",
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

  test("keeps unsupported values as text", () => {
    expect(
      values("author:\n  name: Ada\n  age: 36\nnote: |\n  one\n  two\nfold: >-\n  one\n  two"),
    ).toEqual({
      author: "name: Ada\n  age: 36",
      note: "one\ntwo",
      fold: "one two",
    });
  });

  test("returns the rest as body", () => {
    expect(parseFrontMatter("---\na: 1\n---\n# Title\n").body).toBe("# Title\n");
    expect(parseFrontMatter("---\na: 1\n...\nx").body).toBe("x");
  });

  test.each([
    "text",
    "---\nnever closed",
    "---\nsome prose\n---\nmore",
    "a\n---\nb: 1\n---\n",
    "---\n- a\n---\n",
  ])("finds none in %j", (text) => {
    expect(parseFrontMatter(text)).toEqual({ values: {}, body: text });
  });

  test("accepts any text, in linear time", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("-", "\n", ":", " ", "a", '"', "[", ",", "#", "'", "|"),
        }),
        (text) => {
          parseFrontMatter(`---\n${text}\n---\n`);
        },
      ),
    );
    for (const piece of [" ", "a ", "a: [", '"', "- ", "a:\n", "#", "\\"]) {
      const begun = performance.now();
      parseFrontMatter(`---\na: ${piece.repeat(30_000)}\n---\n`);
      parseFrontMatter(`---\n${piece.repeat(30_000)}\n---\n`);
      expect(performance.now() - begun).toBeLessThan(5000);
    }
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHtmlPage } from "./html-page.ts";

const section = (level: number, heading: string, anchor: string, text: string): object => {
  return { level, heading, anchor, text };
};

describe("parseHtmlPage", () => {
  test("extracts title, language and text by heading", () => {
    const page =
      parseHtmlPage(`<!doctype html><html lang="en-GB"><head><title>Salt | Kitchen</title></head><body>
      <nav><a href="/">Home</a></nav>
      <h1 id="salt">Salt &amp; brine</h1><p>Dug from <b>m</b>ines.</p>
      <h2 id="sea">From the <i>sea</i></h2><p>Dried<br>slowly.</p>
      <h3>Tools</h3><ul><li>rake<li>pan</ul>
      <footer>© Kitchen</footer></body></html>`);
    expect(page).toEqual({
      title: "Salt & brine",
      language: "en",
      sections: [
        section(0, "", "", "Dug from mines."),
        section(2, "From the sea", "sea", "Dried slowly."),
        section(3, "Tools", "", "rake pan"),
      ],
      filters: {},
      meta: {},
      isMarked: false,
    });
  });

  test("uses the title element if there is no heading of level 1", () => {
    const page = parseHtmlPage("<title>A &lt; B</title><h2>One</h2><p>two");
    expect(page.title).toBe("A < B");
    expect(page.sections).toEqual([section(2, "One", "", "two")]);
  });

  test("searches main if there is one, and the marked body before it", () => {
    const main = "<header>top</header><main><h1>T</h1>in main</main>aside";
    expect(parseHtmlPage(main).sections).toEqual([section(0, "", "", "in main")]);
    const marked = `${main}<div data-termwise-body><h2>H</h2>in body<span data-termwise-ignore>no</span></div>`;
    const page = parseHtmlPage(marked);
    expect(page.isMarked).toBe(true);
    expect(page.sections).toEqual([section(2, "H", "", "in body")]);
  });

  test("ends an ignored item where the next one begins", () => {
    const page = parseHtmlPage(
      "<ul><li data-termwise-ignore>out<li>in</ul><p data-termwise-ignore>out<p>also in",
    );
    expect(page.sections).toEqual([section(0, "", "", "in also in")]);
  });

  test.each([
    ['<h2 id="a">A</h2>', "A", "a"],
    ['<h2><a id="b"></a>B</h2>', "B", "b"],
    ['<h2><a name="c">C</a></h2>', "C", "c"],
    ['<h2>D <a href="#d">¶</a></h2>', "D", "d"],
    ['<h2>E<a class="header-anchor" href="#e">Permalink to E</a></h2>', "E", "e"],
    ['<h2><a class="anchor" href="#f%20g">F</a></h2>', "F", "f g"],
    ['<section id="h"><h2>H</h2>', "H", "h"],
    ['<h2>See <a href="#x">salt</a></h2>', "See salt", "x"],
  ])("finds the anchor of %s", (html, heading, anchor) => {
    expect(parseHtmlPage(`${html}<p>text</p>`).sections).toEqual([
      section(2, heading, anchor, "text"),
    ]);
  });

  test("reads filters and values from attributes, including Pagefind's", () => {
    const page = parseHtmlPage(`<head>
      <meta data-termwise-filter="lang[content]" content="de"></head>
      <h1 data-pagefind-meta="title">T</h1>
      <p data-termwise-filter="author">Ann <b>Lee</b></p>
      <p data-pagefind-filter="tag:salt">a</p><p data-pagefind-filter="tag:sea, air">b</p>
      <img src="x.png" data-pagefind-meta="image[src], size:1, 2">
      <div data-pagefind-ignore><i data-termwise-filter="kind:short">no</i></div>
      <div data-termwise-ignore="all"><i data-termwise-filter="kind:long">no</i></div>`);
    expect(page.filters).toEqual({
      lang: ["de"],
      author: ["Ann Lee"],
      tag: ["salt", "sea, air"],
      kind: ["short"],
    });
    expect(page.meta).toEqual({ image: "x.png", size: "1, 2" });
    expect(page.title).toBe("T");
    expect(page.sections).toEqual([section(0, "", "", "Ann Lee a b")]);
  });

  test("prefers the marked title to any other", () => {
    const page = parseHtmlPage("<title>x</title><h1>y</h1><p><b data-termwise-title>The z</b> w");
    expect(page.title).toBe("The z");
    expect(page.sections).toEqual([section(0, "", "", "The z w")]);
  });

  test.each([
    ['<meta name="robots" content="noindex, follow">text', "noindex"],
    ['<meta http-equiv="refresh" content="0; url=/b">text', "redirect"],
    ["<script>let a</script>", "no text"],
  ])("leaves out %s", (html, hidden) => {
    expect(parseHtmlPage(html).hidden).toBe(hidden);
  });

  test("accepts any string", () => {
    const parts = ["<", ">", "</", "a", "h1", "main", "p", "li", '"', "=", "!--", " ", "&amp;"];
    const marks = ['<div data-termwise-ignore="', "<h2 id=x>", "<p data-termwise-filter=a>"];
    const unit = fc.constantFrom(...parts, ...marks);
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (pieces) => {
        const html = pieces.join("");
        const page = parseHtmlPage(html);
        const text = page.sections.map((each) => each.heading + each.text).join("");
        expect(text.length + page.title.length).toBeLessThanOrEqual(2 * html.length);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeEntities, encodeEntities } from "./entities.ts";
import { extractHtmlText } from "./html.ts";

describe("extractHtmlText", () => {
  test("extracts the title and the readable text", () => {
    const page = `<!DOCTYPE html><html><head><title>Salt &ndash; a guide</title>
      <style>p > b { color: red }</style><script>if (a < b) document.write("<p>no</p>")</script></head>
      <body><h1>Salt</h1><p>Dug from <b>m</b>ines.<br>Or &#115;ea<!-- not <b>this</b> --></p></body></html>`;
    expect(extractHtmlText(page)).toEqual({
      title: "Salt – a guide",
      text: "Salt Dug from mines. Or sea",
    });
  });

  test("uses the first heading if there is no title", () => {
    expect(extractHtmlText("<p>x</p><h2>One <i>two</i></h2><h1>Three</h1>")).toEqual({
      title: "One two",
      text: "x One two Three",
    });
  });

  test.each([
    ['<a title="a > b" href=c>d</a>', "d"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<p>an unclosed <b tag", "an unclosed <b tag"],
    ["<p>an unclosed <!-- comment", "an unclosed <!-- comment"],
    ['<a b="x>y', "y"],
    ["a<SCRIPT>never closed", "a"],
    ["</p>a<?php b ?>c", "ac"],
    ["", ""],
  ])("converts %j to %j", (html, text) => {
    expect(extractHtmlText(html).text).toBe(text);
  });

  test("accepts any string", () => {
    const unit = fc.constantFrom(
      "<",
      ">",
      "</",
      "a",
      "script",
      "title",
      "h1",
      '"',
      "'",
      "=",
      "!--",
      "-->",
      "&",
      ";",
      " ",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (html) => {
        const { title, text } = extractHtmlText(html);
        expect(title.length + text.length).toBeLessThanOrEqual(2 * html.length);
      }),
    );
  });
});

describe("decodeEntities", () => {
  test.each([
    ["&amp;lt;", "&lt;"],
    ["&eacute;&Eacute;&nbsp;&yuml;", "éÉ\u00a0ÿ"],
    ["&#233;&#xE9;&#x1F600;", "éé😀"],
    ["a&hyph;b&blank;c", "a-b c"],
    [
      "AT&T; &unknown; &#0; &#xD800; &#99999999; & &;",
      "AT&T; &unknown; &#0; &#xD800; &#99999999; & &;",
    ],
  ])("decodes %j to %j", (text, expected) => {
    expect(decodeEntities(text)).toBe(expected);
  });

  test("inverts encodeEntities", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeEntities(encodeEntities(text))).toBe(text);
      }),
    );
  });
});

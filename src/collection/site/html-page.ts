/**
 * Extracts the contents of an HTML page: title, language, text by heading, filters.
 *
 * The searched part is what the page marks with `data-termwise-body`; else its `main` elements;
 * else all of it. Navigation, footers, forms and elements not meant for reading are left out, and
 * so is what the page marks as ignored. Like the tokeniser below it (markup-parser.ts), the reader
 * accepts any text and is linear in its length. Search needs no more, so no parser that builds a
 * document tree is used.
 */

import { defined } from "../../common/defined.ts";
import { INLINE_ELEMENTS, SKIPPED_ELEMENTS } from "../formats/html.ts";
import { MarkupParser } from "../formats/markup-parser.ts";
import { ElementStack, isVoid } from "./element-stack.ts";
import { type HiddenReason, type PageContent, parsePrimaryLanguage } from "./page.ts";
import { type ElementMarks, type MarkedValue, readElementMarks } from "./page-marks.ts";
import { HeadingBuilder, SectionCollector, toReadableText } from "./section-collector.ts";

/** Parts of pages for navigation or input. */
const EXCLUDED_ELEMENTS = new Set(["nav", "footer", "form"]);

/** The effect of an open element on the text inside it. */
interface Scope {
  readonly isIgnored: boolean;
  readonly hidesMarks: boolean;
  readonly isMain: boolean;
  readonly isBody: boolean;
  /** The id of a section whose first heading has not been read yet. */
  enclosingId: string;
  /** Values that are the text of this element. */
  readonly values: readonly MarkedValue[];
  readonly isTitle: boolean;
  /** The amount of captured text when it was opened. */
  readonly from: number;
}

const OUTERMOST: Scope = {
  isIgnored: false,
  hidesMarks: false,
  isMain: false,
  isBody: false,
  enclosingId: "",
  values: [],
  isTitle: false,
  from: 0,
};

/** Parses a page. Any text is valid. */
export function parseHtmlPage(html: string): PageContent {
  const reader = new PageReader();
  const markup = new MarkupParser(html, { quotes: true });
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    const { name } = markup;
    if (event === "text") reader.text(markup.text);
    else if (event === "close") reader.close(name);
    else if (name === "title") reader.open(name, markup.parseAttributes());
    else if (SKIPPED_ELEMENTS.has(name)) markup.skipElement(name);
    else reader.open(name, markup.parseAttributes());
  }
  return reader.finish();
}

class PageReader {
  readonly #elements = new ElementStack<Scope>(({ name, value }) => this.#onClose(name, value));
  readonly #all = new SectionCollector();
  readonly #main = new SectionCollector();
  readonly #body = new SectionCollector();
  #hasMain = false;
  #hasBody = false;
  #heading: HeadingBuilder | undefined;
  /**
   * All text since the outermost element whose text is a value, and the number of such open
   * elements.
   */
  #captured: string[] = [];
  #captureDepth = 0;
  readonly #documentTitle: string[] = [];
  #isDocumentTitle = false;
  #markedTitle: string | undefined;
  #language = "";
  #hidden: HiddenReason | undefined;
  readonly #filters = new Map<string, Set<string>>();
  readonly #meta = new Map<string, string>();

  text(text: string): void {
    if (this.#isDocumentTitle) this.#documentTitle.push(text);
    else {
      if (this.#captureDepth > 0) this.#captured.push(text);
      if (this.#scope.isIgnored) return;
      if (this.#heading !== undefined) this.#heading.addText(text);
      else for (const each of this.#collectors) each.addText(text);
    }
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "title") {
      this.#isDocumentTitle = this.#documentTitle.length === 0;
      return;
    }
    if (name === "html") this.#language ||= parsePrimaryLanguage(attributes.get("lang") ?? "");
    if (name === "meta") this.#readMeta(attributes);
    this.#elements.closeBefore(name);
    if (!INLINE_ELEMENTS.has(name)) this.text(" ");
    const outer = this.#scope;
    const marks = readElementMarks(attributes);
    const values = outer.hidesMarks || marks.ignore === "all" ? [] : marks.values;
    for (const value of values) if (value.value !== undefined) this.#addValue(value, value.value);
    if (isVoid(name)) return;
    const scope = this.#createScope(outer, name, attributes, marks, values);
    this.#elements.push(name, scope);
    if (scope.isIgnored) return;
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
    if (level === 0) this.#heading?.open(name, attributes);
    else {
      this.#heading = new HeadingBuilder(level, {
        id: attributes.get("id") ?? "",
        around: outer.enclosingId,
      });
      outer.enclosingId = "";
    }
  }

  close(name: string): void {
    if (name === "title") this.#isDocumentTitle = false;
    if (!INLINE_ELEMENTS.has(name)) this.text(" ");
    this.#elements.close(name);
  }

  finish(): PageContent {
    this.#elements.closeAll();
    const content = this.#hasBody ? this.#body : this.#hasMain ? this.#main : this.#all;
    const sections = content.finish();
    const title = this.#markedTitle || content.title || toReadableText(this.#documentTitle);
    const hidden = this.#hidden ?? (sections.length === 0 && title === "" ? "no text" : undefined);
    return {
      title,
      language: this.#language,
      sections,
      filters: Object.fromEntries([...this.#filters].map(([name, set]) => [name, [...set]])),
      meta: Object.fromEntries(this.#meta),
      isMarked: this.#hasBody,
      ...defined({ hidden }),
    };
  }

  get #scope(): Scope {
    return this.#elements.top?.value ?? OUTERMOST;
  }

  get #collectors(): readonly SectionCollector[] {
    const { isMain, isBody } = this.#scope;
    return [this.#all, ...(isMain ? [this.#main] : []), ...(isBody ? [this.#body] : [])];
  }

  #createScope(
    outer: Scope,
    name: string,
    attributes: ReadonlyMap<string, string>,
    { isBody, isTitle, ignore }: ElementMarks,
    values: readonly MarkedValue[],
  ): Scope {
    const isMain = outer.isMain || name === "main" || attributes.get("role") === "main";
    const scope: Scope = {
      isIgnored: outer.isIgnored || EXCLUDED_ELEMENTS.has(name) || ignore !== undefined,
      hidesMarks: outer.hidesMarks || ignore === "all",
      isMain,
      isBody: outer.isBody || isBody,
      enclosingId: /^(section|article|div)$/.test(name) ? (attributes.get("id") ?? "") : "",
      values: values.filter(({ value }) => value === undefined),
      isTitle: isTitle && !outer.hidesMarks,
      from: this.#captured.length,
    };
    this.#hasMain ||= isMain && !scope.isIgnored;
    this.#hasBody ||= isBody && !scope.isIgnored;
    if (scope.values.length > 0 || scope.isTitle) this.#captureDepth++;
    return scope;
  }

  #onClose(name: string, scope: Scope): void {
    if (/^h[1-6]$/.test(name) && !scope.isIgnored && this.#heading !== undefined) {
      const heading = this.#heading.finish();
      this.#heading = undefined;
      const { isMain, isBody } = scope;
      this.#all.startSection(heading);
      if (isMain) this.#main.startSection(heading);
      if (isBody) this.#body.startSection(heading);
    } else this.#heading?.close(name);
    if (scope.values.length === 0 && !scope.isTitle) return;
    const text = toReadableText(this.#captured.slice(scope.from));
    for (const value of scope.values) this.#addValue(value, text);
    if (scope.isTitle) this.#markedTitle ??= text;
    this.#captureDepth--;
    if (this.#captureDepth === 0) this.#captured = [];
  }

  #addValue({ kind, name }: MarkedValue, value: string): void {
    if (value === "") return;
    if (kind === "meta") {
      if (name === "title") this.#markedTitle ??= value;
      else if (!this.#meta.has(name)) this.#meta.set(name, value);
      return;
    }
    const values = this.#filters.get(name) ?? new Set();
    this.#filters.set(name, values.add(value));
  }

  /** Reads what a `meta` element says about the whole page. */
  #readMeta(attributes: ReadonlyMap<string, string>): void {
    const content = attributes.get("content") ?? "";
    const isRobots = attributes.get("name")?.toLowerCase() === "robots";
    if (isRobots && /\b(noindex|none)\b/i.test(content)) this.#hidden = "noindex";
    if (attributes.get("http-equiv")?.toLowerCase() === "refresh" && /url\s*=/i.test(content)) {
      this.#hidden = "redirect";
    }
  }
}

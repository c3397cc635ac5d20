/**
 * The results as a list box: one group per page, with an option for the page and one for each
 * section. The focus stays in the field; only `selected` moves.
 */

import type { PageResult, SectionResult } from "../../src/search/section-results.ts";
import { createElement, renderMarks } from "./create-element.ts";

/** The list of results below a field. */
export class ResultList {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  #options: readonly HTMLAnchorElement[] = [];
  #selected = -1;

  constructor(input: HTMLInputElement, label: string) {
    this.#input = input;
    const id = "results";
    this.element = createElement("div", {
      id,
      role: "listbox",
      class: "results",
      part: "results",
      "aria-label": label,
    });
    input.setAttribute("aria-controls", id);
    // A press must not move the focus out of the field before the click arrives.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Shows pages and selects the first, so that Enter opens it. */
  show(pages: readonly PageResult[]): void {
    let count = 0;
    const next = (): string => `result-${count++}`;
    this.element.replaceChildren(...pages.map((page) => createGroup(page, next)));
    this.element.scrollTop = 0;
    this.#options = [...this.element.querySelectorAll("a")];
    this.#input.setAttribute("aria-expanded", String(count > 0));
    this.#select(count > 0 ? 0 : -1);
  }

  /** Selects the option `steps` further, wrapping at the ends. */
  move(steps: number): void {
    const { length } = this.#options;
    if (length > 0) this.#select((this.#selected + steps + length) % length);
  }

  /** Follows the selected link, optionally in a new tab. Returns false if nothing is selected. */
  open({ inNewTab }: { readonly inNewTab: boolean }): boolean {
    const option = this.#options[this.#selected];
    if (option === undefined) return false;
    if (inNewTab) window.open(option.href, "_blank", "noopener");
    else option.click();
    return true;
  }

  #select(index: number): void {
    this.#options[this.#selected]?.setAttribute("aria-selected", "false");
    this.#selected = index;
    const option = this.#options[index];
    if (option === undefined) {
      this.#input.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", option.id);
  }
}

function createGroup(page: PageResult, nextId: () => string): HTMLElement {
  const name = page.title.map(({ text }) => text).join("");
  return createElement(
    "div",
    { role: "group", class: "page", part: "page", "aria-label": name },
    createOption(page, { id: nextId(), kind: "result", title: page.title }),
    ...page.sections.map((section) =>
      createOption(section, { id: nextId(), kind: "section", title: section.heading }),
    ),
  );
}

function createOption(
  { url, excerpt }: PageResult | SectionResult,
  {
    id,
    kind,
    title,
  }: {
    readonly id: string;
    readonly kind: "result" | "section";
    readonly title: PageResult["title"];
  },
): HTMLElement {
  const isPage = kind === "result";
  const name = isPage ? "title" : "heading";
  return createElement(
    "a",
    {
      id,
      role: "option",
      href: url,
      class: kind,
      part: kind,
      tabindex: "-1",
      "aria-selected": "false",
    },
    createElement("span", { class: name, part: name }, ...renderMarks(title)),
    ...(excerpt.length > 0
      ? [createElement("span", { class: "excerpt", part: "excerpt" }, ...renderMarks(excerpt))]
      : []),
    ...(isPage ? [createElement("span", { class: "path", part: "path" }, formatPath(url))] : []),
  );
}

/** The path of a page as a person reads it. */
function formatPath(url: string): string {
  const { pathname } = new URL(url, document.baseURI);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/**
 * The field and everything below it: searches at every key, cancels the previous search, and shows
 * results, filters, suggestions and errors.
 */

import type { Site, SiteResults } from "../../src/search/site-search.ts";
import { createElement, createSearchIcon } from "./create-element.ts";
import { FilterBar } from "./filter-bar.ts";
import { fillTemplate, type Messages } from "./messages.ts";
import { ResultList } from "./result-list.ts";

/** The parts of the element that a panel needs. */
export interface PanelOptions {
  readonly messages: Messages;
  readonly placeholder: string;
  readonly limit: number;
  /** Opens the site; called at the first key or earlier. */
  readonly openSite: () => Promise<Site>;
  /** Called when a link was followed or the user has finished. */
  readonly onDone: () => void;
}

/** A field with its results. */
export class SearchPanel {
  readonly field: HTMLElement;
  readonly body: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #options: PanelOptions;
  readonly #list: ResultList;
  readonly #filters: FilterBar;
  readonly #status: HTMLElement = createElement("div", {
    class: "status",
    part: "status",
    role: "status",
  });
  #running: AbortController | undefined;

  constructor(options: PanelOptions) {
    this.#options = options;
    const { messages, placeholder } = options;
    this.input = createElement("input", {
      type: "search",
      part: "input",
      role: "combobox",
      placeholder,
      "aria-label": placeholder,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
    });
    this.#list = new ResultList(this.input, messages.search);
    this.#filters = new FilterBar(messages, () => this.#search());
    this.field = createElement(
      "div",
      { class: "field", part: "field" },
      createSearchIcon(),
      this.input,
    );
    this.body = createElement(
      "div",
      { class: "panel", part: "panel" },
      this.#filters.element,
      this.#status,
      this.#list.element,
    );
    this.input.addEventListener("input", () => this.#search());
    this.input.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#list.element.addEventListener("click", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) options.onDone();
    });
  }

  /** True if anything is shown below the field. */
  get hasContent(): boolean {
    return this.input.value.trim() !== "";
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { key, ctrlKey, metaKey } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.#list.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter") this.#list.open({ inNewTab: ctrlKey || metaKey });
    else return;
    event.preventDefault();
  }

  async #search(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const query = this.input.value.trim();
    this.body.hidden = query === "";
    if (query === "") {
      this.#list.show([]);
      this.#filters.show({});
      this.#status.replaceChildren();
      return;
    }
    try {
      const site = await this.#options.openSite();
      const { limit } = this.#options;
      const { signal } = running;
      const results = await site.search(query, { limit, filters: this.#filters.selected, signal });
      if (!signal.aborted) this.#show(query, results);
    } catch {
      if (running.signal.aborted) return;
      this.#list.show([]);
      this.#status.replaceChildren(this.#options.messages.failed);
    }
  }

  #show(query: string, { pages, total, filters, didYouMean }: SiteResults): void {
    const { messages } = this.#options;
    this.#list.show(pages);
    this.#filters.show(filters);
    const statusText = fillTemplate(
      total === 0 ? messages.noResults : messages.results,
      total === 0 ? query : total,
    );
    this.#status.replaceChildren(
      statusText,
      ...(didYouMean === undefined ? [] : this.#createCorrection(didYouMean)),
    );
  }

  #createCorrection(query: string): (Node | string)[] {
    const button = createElement("button", { type: "button", class: "meant", part: "meant" });
    button.textContent = fillTemplate(this.#options.messages.didYouMean, query);
    button.addEventListener("click", () => {
      this.input.value = query;
      this.input.focus();
      this.#search();
    });
    return [" · ", button];
  }
}

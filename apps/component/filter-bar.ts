/** The filters of a site as rows of buttons that are pressed or not. */

import type { SiteResults } from "../../src/search/site-search.ts";
import { made } from "./made-element.ts";
import { filled, type Words } from "./words.ts";

/** Values shown per filter; more would hide the results. */
const MOST_VALUES = 12;

/** What is chosen, and what there is to choose. */
export class FilterBar {
  readonly element: HTMLElement = made("div", { class: "filters", part: "filters" });
  readonly #words: Words;
  readonly #onChange: () => void;
  readonly #chosen = new Map<string, Set<string>>();

  constructor(words: Words, onChange: () => void) {
    this.#words = words;
    this.#onChange = onChange;
  }

  /** Values by filter that pages must have. */
  get chosen(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#chosen].map(([name, values]) => [name, [...values]]));
  }

  /** Shows the values of pages that were found, the most frequent first, and all that are chosen. */
  show(filters: SiteResults["filters"]): void {
    const focused = this.#focused();
    const rows = Object.entries(filters).flatMap(([name, counts]) => this.#row(name, counts));
    this.element.replaceChildren(...rows);
    if (focused === undefined) return;
    const again = [...this.element.querySelectorAll("button")].find(
      ({ dataset }) => dataset.filter === focused.filter && dataset.value === focused.value,
    );
    again?.focus();
  }

  #focused(): DOMStringMap | undefined {
    const root = this.element.getRootNode() as ShadowRoot;
    const active = root.activeElement;
    return active instanceof HTMLElement && this.element.contains(active)
      ? active.dataset
      : undefined;
  }

  #row(name: string, counts: Readonly<Record<string, number>>): HTMLElement[] {
    const chosen = this.#chosen.get(name) ?? new Set<string>();
    const all = new Map([
      ...[...chosen].map((value) => [value, 0] as const),
      ...Object.entries(counts),
    ]);
    const values = [...all].sort(([, a], [, b]) => b - a).slice(0, MOST_VALUES);
    if (values.length === 0) return [];
    const buttons = values.map(([value, count]) => this.#button(name, value, count, chosen));
    const label = filled(this.#words.filter, name);
    const group = { class: "filter", part: "filter", role: "group", "aria-label": label };
    return [made("div", group, made("span", {}, name), ...buttons)];
  }

  #button(name: string, value: string, count: number, chosen: ReadonlySet<string>): HTMLElement {
    const button = made(
      "button",
      {
        type: "button",
        class: "value",
        part: "value",
        "aria-pressed": String(chosen.has(value)),
        "data-filter": name,
        "data-value": value,
      },
      `${value} ${count}`,
    );
    button.addEventListener("click", () => {
      const values = this.#chosen.get(name) ?? new Set();
      if (!values.delete(value)) values.add(value);
      this.#chosen.set(name, values);
      this.#onChange();
    });
    return button;
  }
}

/** The filters of a site as rows of toggle buttons. */

import type { SiteResults } from "../../src/search/site-search.ts";
import { createElement } from "./create-element.ts";
import { fillTemplate, type Messages } from "./messages.ts";

/** Maximum number of values per filter; more would hide the results. */
const MAX_VALUES = 12;

/** The selected values and the available ones. */
export class FilterBar {
  readonly element: HTMLElement = createElement("div", { class: "filters", part: "filters" });
  readonly #messages: Messages;
  readonly #onChange: () => void;
  readonly #selected = new Map<string, Set<string>>();

  constructor(messages: Messages, onChange: () => void) {
    this.#messages = messages;
    this.#onChange = onChange;
  }

  /** The selected values by filter. */
  get selected(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#selected].map(([name, values]) => [name, [...values]]));
  }

  /** Shows the values of the result pages, the most frequent first, and all selected ones. */
  show(filters: SiteResults["filters"]): void {
    const focused = this.#findFocused();
    const rows = Object.entries(filters).flatMap(([name, counts]) => this.#createRow(name, counts));
    this.element.replaceChildren(...rows);
    if (focused === undefined) return;
    const again = [...this.element.querySelectorAll("button")].find(
      ({ dataset }) => dataset.filter === focused.filter && dataset.value === focused.value,
    );
    again?.focus();
  }

  #findFocused(): DOMStringMap | undefined {
    const root = this.element.getRootNode() as ShadowRoot;
    const active = root.activeElement;
    return active instanceof HTMLElement && this.element.contains(active)
      ? active.dataset
      : undefined;
  }

  #createRow(name: string, counts: Readonly<Record<string, number>>): HTMLElement[] {
    const selected = this.#selected.get(name) ?? new Set<string>();
    const all = new Map([
      ...[...selected].map((value) => [value, 0] as const),
      ...Object.entries(counts),
    ]);
    const values = [...all].sort(([, a], [, b]) => b - a).slice(0, MAX_VALUES);
    if (values.length === 0) return [];
    const buttons = values.map(([value, count]) =>
      this.#createButton(name, value, count, selected),
    );
    const label = fillTemplate(this.#messages.filter, name);
    const group = { class: "filter", part: "filter", role: "group", "aria-label": label };
    return [createElement("div", group, createElement("span", {}, name), ...buttons)];
  }

  #createButton(
    name: string,
    value: string,
    count: number,
    selected: ReadonlySet<string>,
  ): HTMLElement {
    const button = createElement(
      "button",
      {
        type: "button",
        class: "value",
        part: "value",
        "aria-pressed": String(selected.has(value)),
        "data-filter": name,
        "data-value": value,
      },
      `${value} ${count}`,
    );
    button.addEventListener("click", () => {
      const values = this.#selected.get(name) ?? new Set();
      if (!values.delete(value)) values.add(value);
      this.#selected.set(name, values);
      this.#onChange();
    });
    return button;
  }
}

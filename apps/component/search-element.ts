/**
 * `<termwise-search>`: search for a static site, in a dialog or in its place.
 *
 *     <termwise-search></termwise-search>            a button that opens a dialog
 *     <termwise-search inline></termwise-search>     a field with results below it
 *
 * Attributes: `inline`, `src` (the folder of the search files; by default the
 * one that this file came from), `lang`, `placeholder`, `limit`, `theme`
 * (`light` or `dark`), `shortcut` (`none` takes no keys of the page).
 */

import { openSite, type Site } from "../../src/search/site-search.ts";
import { glass, made } from "./made-element.ts";
import { SearchPanel } from "./search-panel.ts";
import { styleSheet } from "./styles.ts";
import { type Words, wordsFor } from "./words.ts";

/** The folder above that of this file. */
const OWN_FOLDER = new URL(/* @vite-ignore */ "../", import.meta.url).href;

/** The element. Attributes are read when it is connected. */
export class TermwiseSearch extends HTMLElement {
  readonly #root = this.attachShadow({ mode: "open", delegatesFocus: true });
  #site: Promise<Site> | undefined;
  #panel: SearchPanel | undefined;
  #dialog: HTMLDialogElement | undefined;
  #listening: AbortController | undefined;

  connectedCallback(): void {
    const language = this.closest("[lang]")?.getAttribute("lang") ?? "";
    const words = wordsFor(language || navigator.language);
    const panel = new SearchPanel({
      words,
      placeholder: this.getAttribute("placeholder") ?? words.search,
      limit: Math.max(1, Number(this.getAttribute("limit")) || 8),
      site: () => this.#open(language),
      onDone: () => this.close(),
    });
    this.#panel = panel;
    panel.body.hidden = true;
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#root.replaceChildren(
      ...(this.hasAttribute("inline") ? inline(panel) : this.#modal(panel, words)),
    );
    this.#listen(language);
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
    const site = this.#site;
    this.#site = undefined;
    site?.then((open) => open.close()).catch(() => {}); // never opened
  }

  /** Opens the dialog, or puts the focus into the field. */
  open(): void {
    this.#dialog?.showModal();
    this.#panel?.input.focus();
    this.#panel?.input.select();
  }

  /** Closes the dialog, or hides the results. */
  close(): void {
    this.#dialog?.close();
    if (this.#dialog === undefined && this.#panel !== undefined) this.#panel.body.hidden = true;
  }

  /** The site, opened once; tried again after a failure. */
  #open(language: string): Promise<Site> {
    const src = this.getAttribute("src");
    const url = src === null ? OWN_FOLDER : new URL(src, document.baseURI).href;
    this.#site ??= openSite(url, { language });
    const opening = this.#site;
    opening.catch(() => {
      if (this.#site === opening) this.#site = undefined;
    });
    return opening;
  }

  #modal(panel: SearchPanel, words: Words): Node[] {
    const key = this.#takesKeys ? [made("kbd", { "aria-hidden": "true" }, "/")] : [];
    const label = this.getAttribute("placeholder") ?? words.search;
    const opener = made(
      "button",
      { type: "button", class: "opener", part: "button", "aria-haspopup": "dialog" },
      glass(),
      label,
      ...key,
    );
    opener.addEventListener("click", () => this.open());
    const dialog = made(
      "dialog",
      { part: "dialog", "aria-label": words.search },
      panel.field,
      panel.body,
      hints(words),
    );
    // A press beside the dialog hits the dialog element itself, whose padding is nothing.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    this.#dialog = dialog;
    return [opener, dialog];
  }

  get #takesKeys(): boolean {
    return this.getAttribute("shortcut") !== "none";
  }

  #listen(language: string): void {
    this.#listening?.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    if (this.#takesKeys) {
      document.addEventListener("keydown", (event) => this.#shortcut(event), { signal });
    }
    // What the first search needs is fetched while a person still reaches for the field.
    const prepare = (): void => void this.#open(language).catch(() => {}); // told when searching
    for (const name of ["pointerenter", "focusin"])
      this.addEventListener(name, prepare, { signal });
    if (!this.hasAttribute("inline")) return;
    this.addEventListener("focusout", () => this.close(), { signal });
    this.addEventListener("focusin", () => this.#reveal(), { signal });
    this.addEventListener("input", () => this.#reveal(), { signal });
    this.addEventListener("keydown", ({ key }) => key === "Escape" && this.close(), { signal });
  }

  /** Shows what is there when a person comes back to the field. */
  #reveal(): void {
    if (this.#panel?.hasContent) this.#panel.body.hidden = false;
  }

  #shortcut(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(event);
    const isK = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey;
    if (event.defaultPrevented || !(isSlash || isK) || this.#dialog?.open) return;
    event.preventDefault();
    this.open();
  }
}

function inline({ field, body }: SearchPanel): Node[] {
  return [made("div", { role: "search" }, field, body)];
}

function hints({ select, open, close }: Words): HTMLElement {
  const hint = (key: string, does: string): HTMLElement =>
    made("span", {}, made("kbd", {}, key), ` ${does}`);
  return made(
    "div",
    { class: "hints", part: "hints", "aria-hidden": "true" },
    hint("↑↓", select),
    hint("↵", open),
    hint("Esc", close),
  );
}

/** Whether a key is meant for a field of the page. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
}

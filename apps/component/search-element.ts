/**
 * `<termwise-search>`: search for a static site, in a dialog or inline.
 *
 *     <termwise-search></termwise-search>            a button that opens a dialog
 *     <termwise-search inline></termwise-search>     a field with results below it
 *
 * Attributes: `inline`, `src` (the folder of the search files; by default that of this file),
 * `lang`, `placeholder`, `limit`, `theme` (`light` or `dark`), `shortcut` (`none` disables the
 * keyboard shortcut).
 */

import { openSite, type Site } from "../../src/search/site-search.ts";
import { createElement, createSearchIcon } from "./create-element.ts";
import { type Messages, selectMessages } from "./messages.ts";
import { SearchPanel } from "./search-panel.ts";
import { styleSheet } from "./styles.ts";

/** The parent folder of this file. */
const OWN_FOLDER = new URL(/* @vite-ignore */ "../", import.meta.url).href;

/** The custom element. Attributes are read when it is connected. */
export class TermwiseSearch extends HTMLElement {
  readonly #root = this.attachShadow({ mode: "open", delegatesFocus: true });
  #site: Promise<Site> | undefined;
  #panel: SearchPanel | undefined;
  #dialog: HTMLDialogElement | undefined;
  #listeners: AbortController | undefined;

  connectedCallback(): void {
    const language = this.closest("[lang]")?.getAttribute("lang") ?? "";
    const messages = selectMessages(language || navigator.language);
    const panel = new SearchPanel({
      messages,
      placeholder: this.getAttribute("placeholder") ?? messages.search,
      limit: Math.max(1, Number(this.getAttribute("limit")) || 8),
      openSite: () => this.#open(language),
      onDone: () => this.close(),
    });
    this.#panel = panel;
    panel.body.hidden = true;
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#root.replaceChildren(
      ...(this.hasAttribute("inline") ? createInline(panel) : this.#createModal(panel, messages)),
    );
    this.#listen(language);
  }

  disconnectedCallback(): void {
    this.#listeners?.abort();
    const site = this.#site;
    this.#site = undefined;
    site?.then((open) => open.close()).catch(() => {}); // never opened
  }

  /** Opens the dialog, or focuses the field. */
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

  /** The site, opened once; retried after a failure. */
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

  #createModal(panel: SearchPanel, messages: Messages): Node[] {
    const key = this.#hasShortcut ? [createElement("kbd", { "aria-hidden": "true" }, "/")] : [];
    const label = this.getAttribute("placeholder") ?? messages.search;
    const opener = createElement(
      "button",
      { type: "button", class: "opener", part: "button", "aria-haspopup": "dialog" },
      createSearchIcon(),
      label,
      ...key,
    );
    opener.addEventListener("click", () => this.open());
    const closer = createElement(
      "button",
      { type: "button", class: "close", part: "close", "aria-label": messages.dismiss },
      "✕",
    );
    closer.addEventListener("click", () => this.close());
    panel.field.append(closer);
    const dialog = createElement(
      "dialog",
      { part: "dialog", "aria-label": messages.search },
      panel.field,
      panel.body,
      createHints(messages),
    );
    // A press beside the dialog hits the dialog element itself, which has no padding.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    this.#dialog = dialog;
    return [opener, dialog];
  }

  get #hasShortcut(): boolean {
    return this.getAttribute("shortcut") !== "none";
  }

  #listen(language: string): void {
    this.#listeners?.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    if (this.#hasShortcut) {
      document.addEventListener("keydown", (event) => this.#handleShortcut(event), { signal });
    }
    // The files of the first search are prefetched while the user moves to the field.
    const prepare = (): void => void this.#open(language).catch(() => {}); // reported by the search
    for (const name of ["pointerenter", "focusin"])
      this.addEventListener(name, prepare, { signal });
    if (!this.hasAttribute("inline")) return;
    this.addEventListener("focusout", () => this.close(), { signal });
    this.addEventListener("focusin", () => this.#reveal(), { signal });
    this.addEventListener("input", () => this.#reveal(), { signal });
    this.addEventListener("keydown", ({ key }) => key === "Escape" && this.close(), { signal });
  }

  /** Shows the results again when the user returns to the field. */
  #reveal(): void {
    if (this.#panel?.hasContent) this.#panel.body.hidden = false;
  }

  #handleShortcut(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(event);
    const isK = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey;
    if (event.defaultPrevented || !(isSlash || isK) || this.#dialog?.open) return;
    event.preventDefault();
    this.open();
  }
}

function createInline({ field, body }: SearchPanel): Node[] {
  return [createElement("div", { role: "search" }, field, body)];
}

function createHints({ select, open, close }: Messages): HTMLElement {
  const createHint = (key: string, does: string): HTMLElement =>
    createElement("span", {}, createElement("kbd", {}, key), ` ${does}`);
  return createElement(
    "div",
    { class: "hints", part: "hints", "aria-hidden": "true" },
    createHint("↑↓", select),
    createHint("↵", open),
    createHint("Esc", close),
  );
}

/** True if a key press is input for a field of the page. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
}

/**
 * The styles of the search element. A constructable style sheet, because policies that forbid
 * inline styles allow it. Pages theme it by custom properties with the prefix `--termwise-`, and by
 * the parts of the element.
 */

const CSS = `
:host {
  --_accent: var(--termwise-accent, #3346c9);
  --_on-accent: var(--termwise-on-accent, #fff);
  --_surface: var(--termwise-surface, #fff);
  --_selected: var(--termwise-selected, #e7eafb);
  --_text: var(--termwise-text, #1b1c1e);
  --_soft: var(--termwise-text-soft, #55575c);
  --_line: var(--termwise-line, #dfdfd8);
  --_line-strong: var(--termwise-line-strong, #8a8a82);
  --_mark: var(--termwise-mark, #ffe9a8);
  --_mark-text: var(--termwise-mark-text, #2b2206);
  --_radius: var(--termwise-radius, 8px);
  --_font: var(--termwise-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  --_width: var(--termwise-width, 40rem);
  color-scheme: light;
  display: inline-block;
  font: 400 1rem / 1.45 var(--_font);
  color: var(--_text);
  text-align: start;
}
:host([inline]) { display: block; position: relative; max-width: var(--_width); }
:host([hidden]) { display: none; }
:host([theme="dark"]) { DARK }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { DARK } }

*, *::before { box-sizing: border-box; }
button, input { font: inherit; color: inherit; }
svg { width: 1.1em; height: 1.1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }

.opener {
  display: inline-flex; align-items: center; gap: 0.5em; padding: 0.4em 0.7em; cursor: pointer;
  color: var(--_soft); background: var(--_surface); border: 1px solid var(--_line-strong); border-radius: var(--_radius);
}
.opener:hover { border-color: var(--_accent); color: var(--_text); }
kbd {
  font: inherit; font-size: 0.75em; line-height: 1.4; min-width: 1.6em; padding: 0 0.35em; text-align: center;
  color: var(--_soft); border: 1px solid var(--_line); border-radius: 4px; background: var(--_surface);
}

dialog {
  width: min(var(--_width), calc(100vw - 2rem)); max-height: min(80vh, 44rem); margin: 10vh auto auto; padding: 0;
  color: var(--_text); background: var(--_surface); border: 1px solid var(--_line); border-radius: calc(var(--_radius) * 1.5);
  box-shadow: 0 8px 40px rgb(0 0 0 / 28%); overflow: hidden;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(16 18 24 / 45%); }

.field { display: flex; align-items: center; gap: 0.6em; padding: 0 0.9em; border-bottom: 1px solid var(--_line); color: var(--_soft); }
input {
  flex: 1; min-width: 0; padding: 0.85em 0; font-size: 1.05em; color: var(--_text); background: none; border: 0; outline: 0; appearance: none;
}
input:focus-visible { outline: 0; }
.field:focus-within { box-shadow: inset 0 -2px 0 var(--_accent); }
input::placeholder { color: var(--_soft); opacity: 1; }
input::-webkit-search-cancel-button { display: none; }
:host([inline]) .field { border: 1px solid var(--_line-strong); border-radius: var(--_radius); background: var(--_surface); }
:host([inline]) .field:focus-within { border-color: var(--_accent); box-shadow: 0 0 0 1px var(--_accent); }
:host([inline]) .panel {
  position: absolute; inset-inline: 0; top: calc(100% + 4px); z-index: 1000; max-height: 70vh; background: var(--_surface);
  border: 1px solid var(--_line); border-radius: var(--_radius); box-shadow: 0 8px 30px rgb(0 0 0 / 18%);
}
.close { display: none; flex: none; width: 2.4em; height: 2.4em; margin-inline-end: -0.5em; padding: 0; cursor: pointer; background: none; border: 0; }
.panel { display: flex; flex-direction: column; min-height: 0; overflow: hidden; }
.panel[hidden] { display: none; }

.status { padding: 0.5em 1em; font-size: 0.85em; color: var(--_soft); }
.status:empty { display: none; }
.meant { padding: 0; color: var(--_accent); background: none; border: 0; cursor: pointer; text-decoration: underline; }

.filters { display: flex; flex-wrap: wrap; gap: 0.3em 1em; padding: 0.5em 1em; border-bottom: 1px solid var(--_line); }
.filters:empty { display: none; }
.filter { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35em; font-size: 0.85em; }
.filter > span { color: var(--_soft); }
.value { padding: 0.1em 0.7em; cursor: pointer; background: none; border: 1px solid var(--_line-strong); border-radius: 1em; }
.value[aria-pressed="true"] { color: var(--_on-accent); background: var(--_accent); border-color: var(--_accent); }

.results { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 0.4em; }
.results:empty { display: none; }
.page + .page { margin-top: 0.3em; padding-top: 0.3em; border-top: 1px solid var(--_line); }
a { display: block; padding: 0.45em 0.7em; color: inherit; text-decoration: none; border-radius: var(--_radius); scroll-margin: 0.5em; }
a:hover, a[aria-selected="true"] { background: var(--_selected); }
a[aria-selected="true"] { box-shadow: inset 3px 0 0 var(--_accent); }
a[aria-selected="true"]:dir(rtl) { box-shadow: inset -3px 0 0 var(--_accent); }
.title { font-weight: 650; color: var(--_accent); }
.heading { font-weight: 600; }
.section { margin-inline-start: 1.1em; padding-block: 0.3em; border-inline-start: 2px solid var(--_line); border-start-start-radius: 0; border-end-start-radius: 0; }
.excerpt { display: block; font-size: 0.88em; color: var(--_soft); overflow-wrap: anywhere; }
.path { display: block; font-size: 0.8em; color: var(--_soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
a[aria-selected="true"] .excerpt, a:hover .excerpt, a[aria-selected="true"] .path, a:hover .path { color: var(--_text); }
mark { color: var(--_mark-text); background: var(--_mark); border-radius: 2px; padding: 0 0.05em; }

.hints { display: flex; gap: 1.2em; padding: 0.45em 1em; font-size: 0.8em; color: var(--_soft); border-top: 1px solid var(--_line); }
@media (hover: none), (max-width: 30rem) { .hints { display: none; } .close { display: block; } dialog { margin-top: 1rem; max-height: calc(100vh - 2rem); } }
@media (forced-colors: active) { a[aria-selected="true"] { outline: 2px solid Highlight; } }
`;

const DARK = `
  color-scheme: dark;
  --_accent: var(--termwise-accent, #9aa8ff);
  --_on-accent: var(--termwise-on-accent, #10142e);
  --_surface: var(--termwise-surface, #1a1c20);
  --_selected: var(--termwise-selected, #262c4d);
  --_text: var(--termwise-text, #ecedef);
  --_soft: var(--termwise-text-soft, #a9adb6);
  --_line: var(--termwise-line, #32353c);
  --_line-strong: var(--termwise-line-strong, #7d828d);
  --_mark: var(--termwise-mark, #574710);
  --_mark-text: var(--termwise-mark-text, #fff2c4);
`;

let sheet: CSSStyleSheet | undefined;

/** One sheet for all elements of a page. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS.replaceAll("DARK", DARK));
  }
  return sheet;
}

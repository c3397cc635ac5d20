/**
 * The open elements at a position of an HTML page.
 *
 * It implements the few rules of HTML by which elements close each other without an end tag (HTML
 * Living Standard, "Optional tags"): an item closes the previous item, and a block closes a
 * paragraph. An end tag closes everything that was opened since; one without a start tag is
 * ignored. Each element is pushed and popped once, so the total time is linear in the length of the
 * page.
 */

/** Elements without content, which are never open. */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

const CELLS = ["td", "th", "p"];
const TERMS = ["dt", "dd", "p"];
const CLOSED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", new Set(["li", "p"])],
  ["dt", new Set(TERMS)],
  ["dd", new Set(TERMS)],
  ["td", new Set(CELLS)],
  ["th", new Set(CELLS)],
  ["tr", new Set(["tr", ...CELLS])],
  ["option", new Set(["option"])],
  ...(
    "address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr main nav ol p pre section table ul"
  )
    .split(" ")
    .map((name) => [name, new Set(["p"])] as const),
]);

/** An open element with a value of its reader. */
export interface OpenElement<T> {
  readonly name: string;
  readonly value: T;
}

/** Whether an element has no content. */
export function isVoid(name: string): boolean {
  return VOID.has(name);
}

/**
 * The open elements, outermost first. `onClose` is called with each closed element, innermost
 * first.
 */
export class ElementStack<T> {
  readonly #open: OpenElement<T>[] = [];
  readonly #counts = new Map<string, number>();
  readonly #onClose: (element: OpenElement<T>) => void;

  constructor(onClose: (element: OpenElement<T>) => void) {
    this.#onClose = onClose;
  }

  /** The innermost element. */
  get top(): OpenElement<T> | undefined {
    return this.#open.at(-1);
  }

  /** Closes the elements that a start tag closes implicitly. */
  closeBefore(name: string): void {
    const closed = CLOSED_BY.get(name);
    while (closed?.has(this.top?.name ?? "")) this.#pop();
  }

  /** Opens an element that is not void. */
  push(name: string, value: T): void {
    this.#open.push({ name, value });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Handles an end tag. */
  close(name: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    while (this.#pop() !== name);
  }

  /** Closes all elements at the end of the page. */
  closeAll(): void {
    while (this.#open.length > 0) this.#pop();
  }

  #pop(): string | undefined {
    const element = this.#open.pop();
    if (element === undefined) return undefined;
    this.#counts.set(element.name, (this.#counts.get(element.name) ?? 1) - 1);
    this.#onClose(element);
    return element.name;
  }
}

/** External ids of many rankings: a document that many queries find is decoded once and shares one string. */

import type { IndexView } from "../index/index-view.ts";
import type { Hits } from "./traversal/hits.ts";

export class RememberedIds {
  readonly #view: IndexView;
  readonly #ids = new Map<number, string>();

  constructor(view: IndexView) {
    this.#view = view;
  }

  /** The ids of the documents found, best first. */
  of({ documents }: Pick<Hits, "documents">): readonly string[] {
    return Array.from(documents, (document) => {
      const known = this.#ids.get(document);
      if (known !== undefined) return known;
      const id = this.#view.id(document);
      this.#ids.set(document, id);
      return id;
    });
  }
}

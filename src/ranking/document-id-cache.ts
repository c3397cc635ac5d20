/** A cache of external ids for many rankings: the id of a document is decoded once and shared as one string. */

import type { IndexView } from "../index/snapshots/index.ts";
import type { Hits } from "./traversal/hits.ts";

/** External ids by document number, each decoded once. */
export class DocumentIdCache {
  readonly #view: IndexView;
  readonly #ids: (string | undefined)[];

  constructor(view: IndexView) {
    this.#view = view;
    this.#ids = new Array(view.documentLimit);
  }

  /** The ids of the hits, best first. */
  getIds({ documents }: Pick<Hits, "documents">): readonly string[] {
    const ids = new Array<string>(documents.length);
    for (let rank = 0; rank < ids.length; rank++) {
      const document = documents[rank] as number;
      let id = this.#ids[document];
      if (id === undefined) {
        id = this.#view.id(document);
        this.#ids[document] = id;
      }
      ids[rank] = id;
    }
    return ids;
  }
}

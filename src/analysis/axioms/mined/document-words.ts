/** The words of a document of an index, in text order. */

import { decodeText } from "../../../common/bytes/index.ts";
import type { IndexSnapshot, SnapshotPart } from "../../../index/index.ts";
import { stripField } from "../../../index/schema/index.ts";

/** Reads documents by their numbers; the forms of each segment are decoded once. */
export function readDocumentWords(
  snapshot: IndexSnapshot,
): (document: number) => Promise<readonly string[]> {
  const vocabularies = new Map<SnapshotPart, readonly string[]>();
  return async (document) => {
    const part = snapshot.parts.findLast(({ base }) => base <= document) as SnapshotPart;
    const forward = await part.segment.forward();
    let forms = vocabularies.get(part);
    if (forms === undefined) {
      forms = Array.from(forward.allForms(), ({ form }) => stripField(decodeText(form)));
      vocabularies.set(part, forms);
    }
    return Array.from(forward.tokens(document - part.base), (form) => forms[form] as string);
  };
}

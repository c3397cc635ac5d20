/** The directory of a place that was sent to a worker (sent-place.ts); of each kind, only what it needs is loaded. */

import type { Directory } from "../../storage/directory.ts";
import { directoryOfPlace } from "../index-place.ts";
import type { SentPlace } from "./sent-place.ts";

/** The directory of a place that was sent. */
export async function receivedPlace(sent: SentPlace): Promise<Directory> {
  if ("folder" in sent) return directoryOfPlace(sent.folder);
  if ("packed" in sent) {
    const { PackedDirectory } = await import("../../index/packed/index.ts");
    return new PackedDirectory(sent.packed, { opening: sent.opening });
  }
  if ("ofBrowser" in sent) {
    const { OpfsDirectory } = await import("../../storage/opfs-directory.ts");
    return OpfsDirectory.open(sent.ofBrowser);
  }
  const { MemoryDirectory } = await import("../../storage/memory-directory.ts");
  return new MemoryDirectory(sent.files);
}

/** The directory of a place that was sent to a worker (transferable-location.ts); of each kind, only what it needs is loaded. */

import type { Directory } from "../../storage/directory.ts";
import { openDirectory } from "../index-location.ts";
import type { TransferableLocation } from "./transferable-location.ts";

/** The directory of a place that was sent. */
export async function openTransferableLocation(location: TransferableLocation): Promise<Directory> {
  if ("folder" in location) return openDirectory(location.folder);
  if ("packed" in location) {
    const { PackedDirectory } = await import("../../index/packed/index.ts");
    return new PackedDirectory(location.packed, { opening: location.opening });
  }
  if ("ofBrowser" in location) {
    const { OpfsDirectory } = await import("../../storage/opfs-directory.ts");
    return OpfsDirectory.open(location.ofBrowser);
  }
  const { MemoryDirectory } = await import("../../storage/memory-directory.ts");
  return new MemoryDirectory(location.files);
}

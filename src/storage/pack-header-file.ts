/** The name by which a packed index is known, in a file of its own for those who need nothing else of packs. */

/** The head of a packed index (src/index/packed): its address is that of the index. */
export const PACK_HEADER_FILE = "opening.pack";

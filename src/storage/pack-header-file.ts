/**
 * The file name of the head of a packed index, separate for code that needs nothing else of packs.
 */

/** The head of a packed index (src/index/packed); its address is the address of the index. */
export const PACK_HEADER_FILE = "opening.pack";

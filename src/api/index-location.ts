/** Where an index or a model is. */

import type { Directory } from "../storage/directory.ts";

/** A folder by its path (in Node) or its web address, or a directory; of a packed index, the address of its head. In a page, any string is an address. */
export type IndexLocation = string | Directory;

/** Where an index is, or several that are searched as one. */
export type IndexLocations = IndexLocation | readonly IndexLocation[];

/** The statistics that other rooms use. */

export { pairedT } from "./paired-t.ts";

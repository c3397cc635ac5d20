/**
 * Names of the Python package ir_datasets, which PyTerrier and ir-measures use too:
 * `beir/nfcorpus/test` is the split `test` of the folder `beir/nfcorpus`, and
 * `msmarco-passage/dev/small` the small sample of dev of the folder `msmarco-passage`, both in the
 * folder of collections and in their official layouts. PyTerrier's prefix `irds:` is allowed.
 */

/** A folder relative to the folder of collections, and a split if the name has one. */
export interface IrDatasetsName {
  readonly folder: string;
  readonly split?: string;
}

/** Splits of MS MARCO passages by what follows `msmarco-passage/`. */
const MSMARCO_SPLITS: ReadonlyMap<string, string> = new Map([
  ["train", "train"],
  ["dev", "dev"],
  ["dev/small", "validation"],
  ["eval", "eval"],
  ["trec-dl-2019", "dl19"],
  ["trec-dl-2019/judged", "dl19"],
  ["trec-dl-2020", "dl20"],
  ["trec-dl-2020/judged", "dl20"],
]);

const BEIR = /^beir((?:\/[\w-]+){1,2}?)(?:\/(train|dev|test))?$/;
const MSMARCO = /^msmarco-passage\/(.+)$/;

/** Undefined for every other name, paths included. */
export function parseIrDatasetsName(text: string): IrDatasetsName | undefined {
  const name = text.replace(/^irds:/, "");
  const [, path, split] = BEIR.exec(name) ?? [];
  if (path !== undefined) {
    return { folder: `beir${path}`, ...(split === undefined ? {} : { split }) };
  }
  const msmarco = MSMARCO_SPLITS.get(MSMARCO.exec(name)?.[1] ?? "");
  return msmarco === undefined ? undefined : { folder: "msmarco-passage", split: msmarco };
}

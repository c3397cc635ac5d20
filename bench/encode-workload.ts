/** The two texts of the encoding benchmark, of 12 and of 256 tokens with MiniLM's two special ones. */

export type EncodeTask = "query" | "passage";

export const TASKS: Readonly<Record<EncodeTask, string>> = {
  query: "how long should one boil a fresh egg in water",
  passage: "the quick brown fox jumps over the lazy dog and ".repeat(60).trim(),
};

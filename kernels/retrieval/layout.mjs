/**
 * What TypeScript and the retrieval kernels share, declared once: constants and
 * the two records in memory through which a search is set up and run.
 *
 * `npm run build:kernels` writes this out for both sides, as
 * kernels/retrieval/layout.generated.ts and
 * src/ranking/kernels/layout.generated.ts. Fields have 32 bits. A field with
 * `bits` and `per` is the address of a buffer of its own: so many bits for each
 * clause of a query, document of a window, document of the index, class of
 * length, and so on. src/ranking/kernels/search-arena.ts allocates those.
 */

const BLOCK_SIZE = 128;
const ROWS = 16;
const LENGTH_CLASSES = 256;
const CELL_BYTES = 8;
const SCORE_BITS = 22;
const HISTOGRAM_BITS = 12;
const SCORE_BUCKETS = 1024;
const DIGIT_BITS = 12;

export const constants = {
  BLOCK_SIZE: ["u32", BLOCK_SIZE, "Postings in a full block, as the files of the index have them."],
  ROW_OFFSET: [
    "usize",
    4 * BLOCK_SIZE,
    "The rows of a decoded block lie this many bytes behind its documents.",
  ],
  DECODED_BYTES: ["u32", 8 * BLOCK_SIZE, "A decoded block: 128 documents, then their rows."],

  ROWS: [
    "u32",
    ROWS,
    "Rows of a score table. Frequencies below this have a row of their own; all others share the last.",
  ],
  LENGTH_CLASSES: ["u32", LENGTH_CLASSES, "Cells in a row of a score table, one per class of length."],
  ROW_SHIFT: ["u32", Math.log2(CELL_BYTES * LENGTH_CLASSES), "A row has 2^ROW_SHIFT bytes."],
  TABLE_BYTES: ["u32", ROWS * LENGTH_CLASSES * CELL_BYTES, "A score table."],

  SCORE_LIMIT: [
    "i32",
    2 ** SCORE_BITS,
    "Scores in fixed point lie within this of 0, rounding apart; float32 holds them exactly.",
  ],
  NO_THRESHOLD: [
    "i32",
    -(2 ** 30),
    "The threshold before k candidates are found: below every score, and far enough above the lowest int32 to take bounds from it.",
  ],

  MARK_BITS: ["u32", 27, "Low bits of an accumulator that hold the marks of clauses, one field each."],
  CLAUSE_COUNT_BITS: [
    "u32",
    16,
    "Where there are too many clauses for fields: low bits that count the clauses that match.",
  ],
  COLLECTED_BIT: [
    "u32",
    31,
    "The bit of an accumulator above all marks: the document is among the candidates of its window.",
  ],

  NO_WORD: ["u32", 2 ** 30, "In place of the number of a word."],
  LONGEST_WINDOW: ["u32", 16384, "Most documents in a window."],
  HISTOGRAM_BUCKETS: ["u32", 2 ** HISTOGRAM_BITS, "Buckets of the histogram that gives the threshold."],
  HISTOGRAM_SHIFT: [
    "u32",
    SCORE_BITS + 1 - HISTOGRAM_BITS,
    "A bucket spans 2^HISTOGRAM_SHIFT scores, so all buckets together span all scores.",
  ],
  SCORE_BUCKETS: ["u32", SCORE_BUCKETS, "Buckets of exact scores when candidates are ordered."],
  DIGIT_BITS: ["u32", DIGIT_BITS, "Most bits of a digit when candidates are ordered by the ranks of their ids."],
  COUNTERS: [
    "u32",
    Math.max(SCORE_BUCKETS, 2 ** DIGIT_BITS),
    "Counters for ordering: one per bucket of scores or, earlier, per value of a digit.",
  ],
};

export const records = {
  ListState: {
    about:
      "The posting list of one query term in one segment, and how far a search has read it. The postings that fill no block, its tail, count as one more block.",
    fields: {
      packed: ["usize", "Packed words of the segment."],
      blockStarts: ["usize", "First word of each full block of the list."],
      shapes: ["usize", "Shape of each full block, 16 bits each."],
      lastDocuments: ["usize", "Last document of each block, then EXHAUSTED."],
      upperBounds: ["usize", "Per block, no posting in it scores more."],
      table: [
        "usize",
        "Score of a posting by row and class of length: an upper bound in the high half of a cell, a mark in the low half.",
      ],
      lengthClasses: ["usize", "Class of each document's length in the field of the list, a byte each."],
      buffer: ["usize", "Where full blocks are decoded to, DECODED_BYTES long."],
      tail: ["usize", "Where the tail is decoded to, DECODED_BYTES long."],
      fullBlocks: ["u32", "Number of full blocks."],
      blocks: ["u32", "Number of full blocks and tail."],
      tailSize: ["u32", "Postings in the tail."],
      postings: ["u32", "All postings of the list."],
      block: ["u32", "The first block that may hold what is yet to be read."],
      decodedBlock: ["i32", "The block whose documents are decoded, or -1."],
      decodedRows: ["i32", "The block whose rows are decoded, or -1."],
      documents: ["usize", "The decoded block."],
      size: ["u32", "Postings in the decoded block."],
      position: ["u32", "The first posting of the decoded block that is yet to be read."],
      windowBound: ["i32", "Upper bound of the list in the window: no posting there scores more."],
      word: ["u32", "Which word of the query it is one of several lists of; NO_WORD where it is the only one."],
      otherBound: ["i32", "There: what all other lists together add at most in the window."],
    },
  },

  SearchState: {
    about: "A search in one segment: its lists, its window, and what it has found.",
    fields: {
      lists: [
        "usize",
        "Addresses of the lists, by their upper bounds in the window, lowest first.",
        { bits: 32, per: "clause" },
      ],
      listCount: ["u32", "Number of lists."],
      firstEssential: ["u32", "Place of the first essential list in `lists`; those before are not essential."],
      cumulativeBounds: [
        "usize",
        "Sum of the upper bounds in the window up to and including each list.",
        { bits: 32, per: "clause" },
      ],

      documentLimit: ["u32", "Number of documents in the segment."],
      firstDocument: ["u32", "Number of the segment's first document in the index."],
      lengthClasses: ["usize", "Class of each document's length, a byte each."],
      deleted: ["usize", "A bit per document of the segment that is deleted, or 0 if none is."],
      allowed: ["usize", "A bit per document of the index that may be returned, or 0 if all may."],
      isFewAllowed: ["u32", "1 where these are so few that most postings are passed over."],
      minMatch: ["u32", "Clauses that a document must match at least."],
      wordCount: [
        "u32",
        "Words over several lists, whose scores joined-fields.ts makes one; 0 where the scores of lists add up.",
      ],
      wordEnds: [
        "usize",
        "By word, the clause after its last one; its clauses follow each other.",
        { bits: 32, per: "clause" },
      ],
      wordWeights: [
        "usize",
        "By word, what it scores at most in fixed point, float64.",
        { bits: 64, per: "clause" },
      ],
      wordOdds: ["usize", "By word, the odds of its lists in the window so far, float64.", { bits: 64, per: "clause" }],
      wordScores: ["usize", "By word, what these make of it, float64.", { bits: 64, per: "clause" }],
      wordBounds: ["usize", "By word, the sum of its lists' bounds in the window, float64.", { bits: 64, per: "clause" }],
      clauseTables: ["usize", "By clause, its score table.", { bits: 32, per: "clause" }],
      clauseRows: ["usize", "By clause, the row of its largest frequency.", { bits: 32, per: "clause" }],
      clauseClasses: [
        "usize",
        "By clause, the classes of lengths in its field of the segment, a byte each.",
        { bits: 32, per: "clause" },
      ],
      severalMarks: [
        "u32",
        "Bits of the marks that tell of several matching lists of a word, whose joint score is not known; 0 where marks are frequencies.",
      ],
      markBits: ["u32", "Bits of the marks that each clause owns; 0 where the marks count clauses."],
      lengthParts: [
        "usize",
        "By class of length, the upper bound of what a document scores beside its terms.",
        { bits: 32, per: "lengthClass" },
      ],
      largestLengthPart: ["i32", "The largest of `lengthParts`."],

      windowStart: ["u32", "First document of the next window."],
      threshold: ["i32", "k candidates surely score this; a document that surely scores less cannot enter."],

      accumulators: [
        "usize",
        "One accumulator per document of a window; see accumulators.ts.",
        { bits: 64, per: "windowDocument" },
      ],
      windowCandidates: [
        "usize",
        "Documents of the window that may enter, as essential lists give them: some twice at first.",
        { bits: 64, per: "windowDocument" },
      ],
      windowBits: ["usize", "A bit per document of a window, 0 between windows.", { bits: 1, per: "windowDocument" }],
      survivors: [
        "usize",
        "Candidates of the window that may still enter.",
        { bits: 32, per: "windowDocument" },
      ],
      survivorAccumulators: ["usize", "Their accumulators, free of the base.", { bits: 64, per: "windowDocument" }],

      top: ["u32", "k: how many documents are asked for."],
      candidates: ["usize", "Documents that may be among the best k.", { bits: 32, per: "document" }],
      candidateAccumulators: ["usize", "Their accumulators, complete.", { bits: 64, per: "document" }],
      candidateClasses: ["usize", "Classes of their lengths.", { bits: 8, per: "document" }],
      candidateCount: ["u32", "How many there are."],
      histogram: [
        "usize",
        "How many candidates score at least so much, by bucket; 0 between searches.",
        { bits: 32, per: "histogramBucket" },
      ],
      lowestBucket: ["u32", "The lowest bucket in use."],
      histogramCount: ["u32", "Candidates in it and above."],

      scores: ["usize", "Exact scores of the candidates, float64.", { bits: 64, per: "document" }],
      keys: ["usize", "Rank and place of each candidate while they are ordered.", { bits: 64, per: "document" }],
      ordered: ["usize", "Candidates in order.", { bits: 32, per: "document" }],
      orderedScores: ["usize", "Their exact scores. May be `candidateAccumulators`, not needed any more by then."],
      counters: ["usize", "Counters for ordering.", { bits: 32, per: "counter" }],
      boundErrors: [
        "usize",
        "By class of length: how far above a document's score its accumulator may be.",
        { bits: 32, per: "lengthClass" },
      ],
      lastRowMark: ["u32", "Marks from this on tell of a posting in a last row, for which no bound error is known."],

      touchedPostings: ["u32", "Postings that were added, tested or looked up."],
      hasNegative: ["u32", "1 where a posting may score below 0."],
      accumulatorBase: ["i32", "Kept from search to search; 0 at first."],
    },
  },
};

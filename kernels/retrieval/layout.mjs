/**
 * The interface of TypeScript and the retrieval kernels, declared once: constants
 * and the two records in memory through which a search is set up and run.
 *
 * `npm run build:kernels` writes this out for both sides, as
 * kernels/retrieval/layout.generated.ts and src/ranking/block-max/layout.generated.ts.
 * Fields have 32 bits. A field with `bits` and `per` is the address of a separate
 * buffer: this many bits for each clause of a query, document of a window, document
 * of the index, length class, and so on. src/ranking/block-max/search-arena.ts
 * allocates those.
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
  BLOCK_SIZE: ["u32", BLOCK_SIZE, "Postings in a full block, as in the files of the index."],
  ROW_OFFSET: [
    "usize",
    4 * BLOCK_SIZE,
    "Offset in bytes of the rows of a decoded block, after its documents.",
  ],
  DECODED_BYTES: ["u32", 8 * BLOCK_SIZE, "A decoded block: 128 documents, then their rows."],

  ROWS: [
    "u32",
    ROWS,
    "Rows of a score table. Frequencies below this have their own row; all others share the last.",
  ],
  LENGTH_CLASSES: ["u32", LENGTH_CLASSES, "Cells in a row of a score table, one per length class."],
  ROW_SHIFT: ["u32", Math.log2(CELL_BYTES * LENGTH_CLASSES), "A row has 2^ROW_SHIFT bytes."],
  TABLE_BYTES: ["u32", ROWS * LENGTH_CLASSES * CELL_BYTES, "A score table."],

  SCORE_LIMIT: [
    "i32",
    2 ** SCORE_BITS,
    "Scores in fixed point lie within this of 0, except for rounding; float32 holds them exactly.",
  ],
  NO_THRESHOLD: [
    "i32",
    -(2 ** 30),
    "The threshold before k candidates are found: below every score, and far enough above the lowest int32 to take bounds from it.",
  ],

  TAG_BITS: ["u32", 27, "Low bits of an accumulator that hold the tags of clauses, one field each."],
  CLAUSE_COUNT_BITS: [
    "u32",
    16,
    "With too many clauses for fields: low bits that count the matching clauses.",
  ],
  COLLECTED_BIT: [
    "u32",
    31,
    "The bit of an accumulator above all tags: the document is among the candidates of its window.",
  ],

  NO_WORD: ["u32", 2 ** 30, "Replaces the number of a word."],
  LONGEST_WINDOW: ["u32", 16384, "Maximum number of documents in a window."],
  HISTOGRAM_BUCKETS: ["u32", 2 ** HISTOGRAM_BITS, "Buckets of the histogram that determines the threshold."],
  HISTOGRAM_SHIFT: [
    "u32",
    SCORE_BITS + 1 - HISTOGRAM_BITS,
    "A bucket spans 2^HISTOGRAM_SHIFT scores, so all buckets together span all scores.",
  ],
  SCORE_BUCKETS: ["u32", SCORE_BUCKETS, "Buckets of exact scores when candidates are ordered."],
  DIGIT_BITS: ["u32", DIGIT_BITS, "Maximum number of bits of a digit when candidates are ordered by the ranks of their ids."],
  COUNTERS: [
    "u32",
    Math.max(SCORE_BUCKETS, 2 ** DIGIT_BITS),
    "Counters for ordering: one per bucket of scores or, earlier, per value of a digit.",
  ],
};

export const records = {
  ListState: {
    about:
      "The posting list of one query term in one segment, and the read position of a search. The postings that fill no block, its tail, count as one more block.",
    fields: {
      packed: ["usize", "Packed words of the segment."],
      blockStarts: ["usize", "First word of each full block of the list."],
      shapes: ["usize", "Shape of each full block, 16 bits each."],
      lastDocuments: ["usize", "Last document of each block, then EXHAUSTED."],
      upperBounds: ["usize", "Per block: an upper bound of the scores of its postings."],
      table: [
        "usize",
        "Score of a posting by row and length class: an upper bound in the high half of a cell, a tag in the low half.",
      ],
      lengthClasses: ["usize", "Length class of each document in the field of the list, one byte each."],
      buffer: ["usize", "Buffer of decoded full blocks, DECODED_BYTES long."],
      tail: ["usize", "Buffer of the decoded tail, DECODED_BYTES long."],
      fullBlocks: ["u32", "Number of full blocks."],
      blocks: ["u32", "Number of blocks, including the tail."],
      tailSize: ["u32", "Postings in the tail."],
      postings: ["u32", "All postings of the list."],
      unionPostings: ["u32", "If the word expands to many terms, all postings of its lists; else those of this list."],
      block: ["u32", "The first block that may hold unread postings."],
      decodedBlock: ["i32", "The block whose documents are decoded, or -1."],
      decodedRows: ["i32", "The block whose rows are decoded, or -1."],
      documents: ["usize", "The decoded block."],
      size: ["u32", "Postings in the decoded block."],
      position: ["u32", "The first unread posting of the decoded block."],
      windowBound: ["i32", "Upper bound of the list's postings in the window."],
      word: ["u32", "The word of the query, if it has several lists; NO_WORD if this is its only one."],
      otherBound: ["i32", "If the word has several lists: upper bound of all other lists together in the window."],
    },
  },

  SearchState: {
    about: "A search in one segment: its lists, its window, and its candidates.",
    fields: {
      lists: [
        "usize",
        "Addresses of the lists, ordered by their upper bounds in the window, lowest first.",
        { bits: 32, per: "clause" },
      ],
      listCount: ["u32", "Number of lists."],
      firstEssential: ["u32", "Index of the first essential list in `lists`; those before are not essential."],
      cumulativeBounds: [
        "usize",
        "Sum of the upper bounds in the window up to and including each list.",
        { bits: 32, per: "clause" },
      ],

      documentLimit: ["u32", "Number of documents in the segment."],
      firstDocument: ["u32", "Number of the segment's first document in the index."],
      lengthClasses: ["usize", "Length class of each document, one byte each."],
      deleted: ["usize", "Bitset of the deleted documents of the segment, or 0 if there are none."],
      allowed: ["usize", "Bitset of the allowed documents of the index, or 0 if all are."],
      isFilterSparse: ["u32", "1 if so few are allowed that most postings are skipped."],
      minMatch: ["u32", "Minimum number of clauses that a document must match."],
      wordCount: [
        "u32",
        "Number of words over several lists, whose scores joint-fields.ts combines; 0 where the scores of lists add up.",
      ],
      wordEnds: [
        "usize",
        "By word, the clause after its last one; its clauses follow each other.",
        { bits: 32, per: "clause" },
      ],
      wordTags: [
        "usize",
        "By word, the lowest of the bits that each of its clauses owns in the tags.",
        { bits: 32, per: "clause" },
      ],
      wordWeights: [
        "usize",
        "By word, its largest score in fixed point, float64.",
        { bits: 64, per: "clause" },
      ],
      wordOdds: ["usize", "By word, the odds of its lists in the window so far, float64.", { bits: 64, per: "clause" }],
      wordScores: ["usize", "By word, the joint score of these, float64.", { bits: 64, per: "clause" }],
      wordBounds: ["usize", "By word, the sum of its lists' bounds in the window, float64.", { bits: 64, per: "clause" }],
      clauseTables: ["usize", "By clause, its score table.", { bits: 32, per: "clause" }],
      clauseRows: ["usize", "By clause, the row of its largest frequency.", { bits: 32, per: "clause" }],
      clauseClasses: [
        "usize",
        "By clause, the length classes of its field of the segment, one byte each.",
        { bits: 32, per: "clause" },
      ],
      multipleTags: [
        "u32",
        "Bits of the tags that indicate several matching lists of a word, whose joint score is not known; 0 where tags are frequencies.",
      ],
      tagBits: ["u32", "Bits of the tags that each clause owns; 0 where the tags count clauses."],
      lengthParts: [
        "usize",
        "By length class, the upper bound of a document's score besides its terms.",
        { bits: 32, per: "lengthClass" },
      ],
      largestLengthPart: ["i32", "The largest of `lengthParts`, plus the largest of `boostParts`."],
      hasBoost: ["u32", "1 if scores are boosted; see src/ranking/block-max/boost-bounds.ts."],
      boostClasses: ["usize", "Boost class of each document of the index.", { bits: 8, per: "document" }],
      boostFactors: [
        "usize",
        "By boost class, the upper bound of the factor of a score, float64, at most 1.",
        { bits: 64, per: "lengthClass" },
      ],
      boostMinFactors: ["usize", "By boost class, its lower bound, float64.", { bits: 64, per: "lengthClass" }],
      boostParts: [
        "usize",
        "By boost class, the upper bound of the amount that is added.",
        { bits: 32, per: "lengthClass" },
      ],
      boostMinParts: ["usize", "By boost class, its lower bound.", { bits: 32, per: "lengthClass" }],

      windowStart: ["u32", "First document of the next window."],
      threshold: ["i32", "At least k candidates score this; a document that certainly scores less cannot enter."],

      accumulators: [
        "usize",
        "One accumulator per document of a window; see accumulators.ts.",
        { bits: 64, per: "windowDocument" },
      ],
      windowCandidates: [
        "usize",
        "Documents of the window that may enter, in the order of the essential lists: some twice at first.",
        { bits: 64, per: "windowDocument" },
      ],
      windowBits: ["usize", "Bitset of documents of a window, 0 between windows.", { bits: 1, per: "windowDocument" }],
      survivors: [
        "usize",
        "Candidates of the window that may still enter.",
        { bits: 32, per: "windowDocument" },
      ],
      survivorAccumulators: ["usize", "Their accumulators, without the base.", { bits: 64, per: "windowDocument" }],

      top: ["u32", "k: the number of requested documents."],
      candidates: ["usize", "Documents that may be among the best k.", { bits: 32, per: "document" }],
      candidateAccumulators: ["usize", "Their accumulators, complete.", { bits: 64, per: "document" }],
      candidateClasses: ["usize", "Their length classes.", { bits: 8, per: "document" }],
      candidateCount: ["u32", "The number of candidates."],
      histogram: [
        "usize",
        "Histogram of the lower bounds of candidates' scores, by bucket; 0 between searches.",
        { bits: 32, per: "histogramBucket" },
      ],
      lowestBucket: ["u32", "The lowest bucket in use."],
      histogramCount: ["u32", "Candidates in it and above."],

      scores: ["usize", "Exact scores of the candidates, float64.", { bits: 64, per: "document" }],
      keys: ["usize", "Rank and slot of each candidate while they are ordered.", { bits: 64, per: "document" }],
      ordered: ["usize", "Candidates in order.", { bits: 32, per: "document" }],
      orderedScores: ["usize", "Their exact scores. May be `candidateAccumulators`, which are no longer needed then."],
      counters: ["usize", "Counters for ordering.", { bits: 32, per: "counter" }],
      boundErrors: [
        "usize",
        "By length class: how far a document's accumulator may lie above its score.",
        { bits: 32, per: "lengthClass" },
      ],
      lastRowTag: ["u32", "Tags from this value on indicate a posting in a last row, for which no bound error is known."],

      touchedPostings: ["u32", "Postings that were added, tested or looked up."],
      hasNegative: ["u32", "1 if a posting may score below 0."],
      accumulatorBase: ["i32", "Kept from search to search; 0 at first."],
    },
  },
};

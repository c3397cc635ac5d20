/**
 * One invented sample of every format, for the contract of all readers (readers.test.ts) and for
 * the fuzz test (test/fuzz/readers.test.ts).
 */

import type { Files } from "../../storage/files.ts";
import { readCsvRows } from "./csv-rows.ts";
import { streamJsonDocuments, streamJsonQueries } from "./json-lines.ts";
import { readJudgements, streamJudgements } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";
import { streamCandidates, streamIdTriples, streamTextTriples } from "./msmarco-training.ts";
import { readRun, streamRunLines } from "./run-file.ts";
import { streamSmartDocuments, streamSmartQueries } from "./smart.ts";
import { streamSmartJudgements } from "./smart-judgements.ts";
import { streamTableDocuments, streamTableQueries } from "./table.ts";
import { streamTrecDocuments } from "./trec-documents.ts";
import { streamTrecTopics } from "./trec-topics.ts";

export interface Reader {
  readonly name: string;
  read(files: Files, path: string, options?: ReadOptions): AsyncIterable<unknown>;
  /** Two good records. */
  readonly sample: string;
  /** The sample with a bad record between the two, and the line it is reported at. */
  readonly bad: readonly [text: string, line: number];
  /** Inserts a text as the text of a record. */
  wrap(text: string): string;
  /** How a line that is not UTF-8 is decoded. */
  readonly encoding: "utf-8" | "auto";
}

const utf8 = { encoding: "utf-8" } as const;
const auto = { encoding: "auto" } as const;
const SMART_BAD = ".I 1\n.W\nslip\n.I \n.W\nlost\n.I 2\n.W\nstream\n";

export const READERS: readonly Reader[] = [
  {
    name: "trecDocuments",
    read: streamTrecDocuments,
    sample:
      "<DOC>\n<DOCNO> A-1 </DOCNO>\n<HEAD>Tide &amp; time</HEAD>\n<TEXT>\nThe tide\nturned.\n</TEXT>\n</DOC>\n<DOC>\n<DOCNO>A-2</DOCNO>\nloose\n</DOC>\n",
    bad: ["<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n<DOC>\n</DOC>\n<DOC>\n<DOCNO>2</DOCNO>\n</DOC>\n", 4],
    wrap: (text) => `<DOC>\n<DOCNO>1</DOCNO>\n${text}\n</DOC>\n`,
    ...auto,
  },
  {
    name: "trecTopics",
    read: streamTrecTopics,
    sample:
      "<top>\n<num> Number: 007\n<title> Topic: harbour dues\n<desc> Description:\nWho pays?\n</top>\n<top>\n<num>8</num><title>\nSALT\n</title>\n</top>\n",
    bad: [
      "<top>\n<num>1<title>a\n</top>\n<top>\n<title>b\n</top>\n<top>\n<num>2<title>c\n</top>\n",
      4,
    ],
    wrap: (text) => `<top>\n<num>1</num>\n<title>a</title>\n<desc>\n${text}\n</top>\n`,
    ...auto,
  },
  {
    name: "smartDocuments",
    read: streamSmartDocuments,
    sample: ".I 1\n.T\nwings\n.A\nfinch,b.\n.W\nlift on\nwings\n.I 2\n.W\nslip streams\n",
    bad: [SMART_BAD, 4],
    wrap: (text) => `.I 1\n.W\n${text}\n`,
    ...utf8,
  },
  {
    name: "smartQueries",
    read: streamSmartQueries,
    sample: ".I 004\n.W\nwhat lifts a wing .\n.I 009\n.W\nwhat slows it .\n",
    bad: [SMART_BAD, 4],
    wrap: (text) => `.I 1\n.W\n${text}\n`,
    ...utf8,
  },
  {
    name: "smartJudgements",
    read: streamSmartJudgements,
    sample: "1 184 2 \n1 29 -1",
    bad: ["1 184 2\n1 29 7\n1 30 4\n", 2],
    wrap: (text) => `1 ${text} 2\n`,
    ...utf8,
  },
  {
    name: "jsonDocuments",
    read: streamJsonDocuments,
    sample:
      '{"_id":"a","title":"Ebb","text":"low water"}\n{"id":7,"contents":"flow","lang":"en"}\n',
    bad: ['{"id":"a","text":"x"}\n{"id":"b"}\n{"id":"c","text":"z"}\n', 2],
    wrap: (text) => `{"id":"a","text":"x","other":${text}\n`,
    ...utf8,
  },
  {
    name: "jsonDocuments over lines",
    read: (files, path, options) =>
      streamJsonDocuments(files, path, { ...options, layout: "array" }),
    sample: '{"_id":"a","title":"Ebb",\n"text":"low water"}\n{"id":7,"contents":"flow","lang":1}\n',
    bad: ['{"id":"a","text":"x"}\n{"id":\n"b"}\n{"id":"c","text":"z"}\n', 2],
    wrap: (text) => `{"id":"a","text":"x","other":${text}\n`,
    ...utf8,
  },
  {
    name: "jsonQueries",
    read: streamJsonQueries,
    sample:
      '{"_id":"q1","text":"when is low water"}\n{"qid":"q2","query":"tides","exclude":["a"]}\n',
    bad: ['{"id":"a","text":"x"}\n[1]\n{"id":"c","text":"z"}\n', 2],
    wrap: (text) => `{"id":"a","text":${text}\n`,
    ...utf8,
  },
  {
    name: "tableDocuments by tabs",
    read: (files, path, options) => streamTableDocuments(files, path, "tab", options),
    sample: "0\tThe kiln was cold.\n1\tThe clay was wet.\n",
    bad: ["0\ta\n1 2\tb\n2\tc\n", 2],
    wrap: (text) => `0\t${text}\n`,
    ...utf8,
  },
  {
    name: "tableDocuments by commas",
    read: (files, path, options) => streamTableDocuments(files, path, "comma", options),
    sample: 'id,title,text\n1,Kiln,"cold, and ""dark""\nall night"\n2,,wet clay\n',
    bad: ['id,text\n1,a\n2,b"c\n3,d\n', 3],
    wrap: (text) => `id,text\n1,${text}\n`,
    ...utf8,
  },
  {
    name: "csvRows",
    read: readCsvRows,
    sample: 'a,"b\nc",d\n"",e\n',
    bad: ['a,b\n"a"b\nc,d\n', 2],
    wrap: (text) => `a,"${text}\n`,
    ...utf8,
  },
  {
    name: "tableQueries by tabs",
    read: (files, path, options) => streamTableQueries(files, path, "tab", options),
    sample: "12\twhat is a kiln\n13\t is clay wet\n",
    bad: ["1\ta\n\tb\n3\tc\n", 2],
    wrap: (text) => `0\t${text}\n`,
    ...utf8,
  },
  {
    name: "textTriples",
    read: streamTextTriples,
    sample: "what is a kiln\tAn oven.\tA river.\nwhat is clay\tA soil.\tAn oven.\n",
    bad: ["a\tb\tc\na\tb\na\tb\tc\n", 2],
    wrap: (text) => `q\t${text}\tn\n`,
    ...utf8,
  },
  {
    name: "idTriples",
    read: streamIdTriples,
    sample: "12\t0\t7\n13\t1\t0\n",
    bad: ["1\t2\t3\n1\t2\t\n1\t2\t3\n", 2],
    wrap: (text) => `12\t${text}\t7\n`,
    ...utf8,
  },
  {
    name: "candidatesIn",
    read: streamCandidates,
    sample: "12\t0\twhat is a kiln\tAn oven.\n12\t7\twhat is a kiln\tA river.\n",
    bad: ["1\t2\ta\tb\n1\t2\ta\n1\t3\ta\tb\n", 2],
    wrap: (text) => `12\t0\tq\t${text}\n`,
    ...utf8,
  },
  {
    name: "judgementsIn",
    read: streamJudgements,
    sample: "# pool\n12 0 d1 2\n13 0 d2 -1\n",
    bad: ["1 0 a 1\n1 0 b yes\n1 0 c 1\n", 2],
    wrap: (text) => `12 0 ${text} 1\n`,
    ...utf8,
  },
  {
    name: "readJudgements",
    read: async function* (files, path, options) {
      const judgements = await readJudgements(files, path, options);
      for (const [query, grades] of judgements) for (const pair of grades) yield [query, ...pair];
    },
    sample: "query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td2\t1\n",
    bad: ["1 0 a 1\n1 0 a 2\n1 0 c 1\n", 2],
    wrap: (text) => `12 0 ${text} 1\n`,
    ...utf8,
  },
  {
    name: "runLines",
    read: streamRunLines,
    sample: "12 Q0 d1 1 9.25 mine\n12 Q0 d2 2 -1e-3 mine\n",
    bad: ["q a 1\nq b one\nq c 3\n", 2],
    wrap: (text) => `12 Q0 ${text} 1 2 mine\n`,
    ...utf8,
  },
  {
    name: "readRun",
    read: async function* (files, path, options) {
      const { rankings } = await readRun(files, path, options);
      for (const [query, { documents }] of rankings) for (const id of documents) yield [query, id];
    },
    sample: "12 d1 1 9.25\n12 d2 2 8\n",
    bad: ["q a 1\nq a 2\nq c 3\n", 2],
    wrap: (text) => `12 Q0 ${text} 1 2 mine\n`,
    ...utf8,
  },
];

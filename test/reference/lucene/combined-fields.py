"""Lucene's scores over two fields on Cranfield, as facts for test/golden/ranking/.

Needs Java 21 or later and lucene-core in LUCENE_JAR (from Maven,
org.apache.lucene:lucene-core), and TERMWISE_COLLECTIONS. Terms are runs of
a-z and 0-9 in lower case; nothing is stemmed or stopped. Of each document the
first 8 terms of the title and the first 15 of the text are kept, so that the
weighted length of a document is at most 39: up to there Lucene keeps lengths
exactly in their one byte.

    LUCENE_JAR=lucene-core-10.3.1.jar python3 test/reference/lucene/combined-fields.py
"""

import gzip
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parent.parent / "golden" / "ranking"
CRANFIELD = Path(os.environ["TERMWISE_COLLECTIONS"]) / "cranfield" / "beir"
TITLE_TERMS, BODY_TERMS = 8, 15


def terms_of(text, most=None):
    return " ".join(re.findall("[a-z0-9]+", text.lower())[:most])


def write_lines(source, target, parts):
    with open(source, encoding="utf8") as lines, open(target, "w", encoding="utf8") as out:
        for line in lines:
            record = json.loads(line)
            out.write("\t".join([record["_id"], *parts(record)]) + "\n")


with tempfile.TemporaryDirectory() as folder:
    documents, queries = Path(folder, "documents"), Path(folder, "queries")
    write_lines(
        CRANFIELD / "corpus.jsonl",
        documents,
        lambda record: [
            terms_of(record.get("title", ""), TITLE_TERMS),
            terms_of(record["text"], BODY_TERMS),
        ],
    )
    write_lines(CRANFIELD / "queries.jsonl", queries, lambda record: [terms_of(record["text"])])
    for k1, b, weight in [("1.2", "0.75", "2"), ("0.9", "0.4", "3")]:
        command = ["java", "-cp", os.environ["LUCENE_JAR"], str(HERE / "CombinedFields.java")]
        run = subprocess.run(
            [*command, documents, queries, k1, b, weight], check=True, stdout=subprocess.PIPE
        ).stdout
        target = OUT / f"cranfield-lucene-fields-{k1}-{b}-{weight}.run.gz"
        target.write_bytes(gzip.compress(run, mtime=0))

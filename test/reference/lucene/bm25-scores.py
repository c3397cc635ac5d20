"""Lucene's BM25 scores on Cranfield, as facts for test/golden/ranking/.

Needs Java 21 or later and lucene-core in LUCENE_JAR (from Maven,
org.apache.lucene:lucene-core), and TERMWISE_COLLECTIONS. Terms are runs of
a-z and 0-9 in the lower-cased title and text; nothing is stemmed or stopped.
Documents without terms are left out, since Lucene does not count them.

    LUCENE_JAR=lucene-core-10.3.1.jar python3 test/reference/lucene/bm25-scores.py
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


def write_terms(source, target):
    with open(source, encoding="utf8") as lines, open(target, "w", encoding="utf8") as out:
        for line in lines:
            record = json.loads(line)
            text = record.get("title", "") + " " + record["text"]
            terms = re.findall("[a-z0-9]+", text.lower())
            if terms:
                out.write(record["_id"] + "\t" + " ".join(terms) + "\n")


with tempfile.TemporaryDirectory() as folder:
    documents, queries = Path(folder, "documents"), Path(folder, "queries")
    write_terms(CRANFIELD / "corpus.jsonl", documents)
    write_terms(CRANFIELD / "queries.jsonl", queries)
    for k1, b in [("0.9", "0.4"), ("1.2", "0.75")]:
        command = ["java", "-cp", os.environ["LUCENE_JAR"], str(HERE / "Bm25Scores.java")]
        run = subprocess.run(
            [*command, documents, queries, k1, b], check=True, stdout=subprocess.PIPE
        ).stdout
        target = OUT / f"cranfield-lucene-bm25-{k1}-{b}.run.gz"
        target.write_bytes(gzip.compress(run, mtime=0))

"""Asks ir_axioms about the pairs of bench/axiom-pairs.ts and counts agreement with ours.

Usage, on a development machine (the tests only read what is stored):

    npm run bench -- axiom-pairs wordnet:test pairs.json 60 12
    python3 -m venv .build/reference
    .build/reference/bin/pip install ir_axioms==1.2.5
    .build/reference/bin/python test/reference/ir-axioms-preferences.py pairs.json \
        test/golden/axioms/ir-axioms.json.gz

Without a second file it only prints the table. Both sides get the same index
terms, so that only the axioms differ. Term frequencies are counts: the default
of ir_axioms divides them by the length of the document, which the definitions
do not. Every axiom is asked pair by pair and in batch, and the two must agree.
"""

import gzip
import json
import sys
from collections import Counter

from ir_axioms.axiom.retrieval.length_norm import Lnc1Axiom, TfLncAxiom
from ir_axioms.axiom.retrieval.lower_bound import Lb1Axiom
from ir_axioms.axiom.retrieval.proximity import (
    Prox1Axiom,
    Prox2Axiom,
    Prox3Axiom,
    Prox4Axiom,
    Prox5Axiom,
)
from ir_axioms.axiom.retrieval.term_frequency import (
    LenModifiedTdcAxiom,
    ModifiedTdcAxiom,
    Tfc1Axiom,
    Tfc3Axiom,
)
from ir_axioms.model import Document, Query
from ir_axioms.precondition.length import LenPrecondition
from ir_axioms.tools.contents.base import TextContents
from ir_axioms.tools.index_statistics.base import IndexStatistics
from ir_axioms.tools.text_statistics.base import TextStatistics
from ir_axioms.tools.tokenizer.base import TermTokenizer


class Contents(TextContents):
    def contents(self, input):
        return input.text


class Spaces(TermTokenizer):
    def terms(self, text):
        return text.split()


class Counts(TextStatistics):
    def term_counts(self, document):
        return Counter(document.text.split())

    def term_frequencies(self, document):
        return self.term_counts(document)


class KnownIdf(IndexStatistics):
    def __init__(self, idf):
        self.idf = idf

    @property
    def document_count(self):
        return 1

    def document_frequency(self, term):
        return 1

    def inverse_document_frequency(self, term):
        return self.idf[term]

    def inverse_document_frequencies(self, terms):
        return {term: self.idf[term] for term in terms}


def axioms(idf):
    text = {"text_contents": Contents(), "term_tokenizer": Spaces()}
    counted = {**text, "text_statistics": Counts()}
    rated = {**counted, "index_statistics": KnownIdf(idf)}
    length = {"precondition": LenPrecondition(**text)}
    return {
        "TFC1": Tfc1Axiom(**counted, **length),
        "TFC3": Tfc3Axiom(**rated, **length),
        "M-TDC": ModifiedTdcAxiom(**rated),
        "LEN-M-TDC": LenModifiedTdcAxiom(**rated, **length),
        "LNC1": Lnc1Axiom(**counted),
        "TF-LNC": TfLncAxiom(**counted),
        "LB1": Lb1Axiom(**counted),
        "PROX1": Prox1Axiom(**text),
        "PROX2": Prox2Axiom(**text),
        "PROX3": Prox3Axiom(**text),
        "PROX4": Prox4Axiom(**text),
        "PROX5": Prox5Axiom(**text),
    }


def main():
    queries = json.load(open(sys.argv[1]))
    table = {}
    unequal = Counter()
    for each in queries:
        query = Query(each["id"], " ".join(each["query"]))
        documents = [
            Document(d["id"], " ".join(d["terms"]), d["score"]) for d in each["documents"]
        ]
        pairs = [(i, j) for i in range(len(documents)) for j in range(i + 1, len(documents))]
        each["theirs"] = {}
        for name, axiom in axioms(each["idf"]).items():
            batch = axiom.preferences(query, documents)
            single = [axiom.preference(query, documents[i], documents[j]) for i, j in pairs]
            unequal[name] += sum(batch[i, j] != s for (i, j), s in zip(pairs, single))
            each["theirs"][name] = [int(s) for s in single]
            counts = table.setdefault(name, Counter())
            for ours, theirs in zip(each["preferences"][name], single):
                counts["pairs"] += 1
                counts["ours"] += ours != 0
                counts["theirs"] += theirs != 0
                counts["both"] += ours != 0 and theirs != 0
                counts["same"] += ours != 0 and ours == theirs
                counts["opposite"] += ours * theirs < 0
    columns = ["pairs", "ours", "theirs", "both", "same", "opposite"]
    print("axiom".ljust(10), *(c.rjust(9) for c in columns), "batch≠pair".rjust(11))
    for name, counts in table.items():
        print(name.ljust(10), *(str(counts[c]).rjust(9) for c in columns), str(unequal[name]).rjust(11))
    if len(sys.argv) > 2:
        kept = [{k: each[k] for k in ("query", "idf", "theirs")}
                | {"documents": [" ".join(d["terms"]) for d in each["documents"]],
                   "scores": [d["score"] for d in each["documents"]]} for each in queries]
        stored = {"made by": "ir_axioms 1.2.5, test/reference/ir-axioms-preferences.py", "queries": kept}
        with gzip.GzipFile(sys.argv[2], "wb", mtime=0) as file:
            file.write(json.dumps(stored, separators=(",", ":")).encode())


main()

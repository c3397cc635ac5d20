"""bm25s with its numba backend as a peer of bench/search.ts; the protocol is told in README.md."""

import os
import sys
import time

import bm25s

documents, queries, folder = sys.argv[1:4]
start = time.perf_counter()
if os.path.exists(folder):
    seconds = 0.0
    retriever = bm25s.BM25.load(folder)
else:
    corpus = [line.split() for line in open(documents, encoding="utf-8")]
    retriever = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
    retriever.index(corpus, show_progress=False)
    retriever.save(folder)
    seconds = time.perf_counter() - start
retriever.backend = "numba"
retriever.activate_numba_scorer()
size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
print("ready", seconds, size, "bm25s", bm25s.__version__, flush=True)

known = retriever.vocab_dict
asked = [[term for term in line.split() if term in known] for line in open(queries, encoding="utf-8")]
for line in sys.stdin:
    command, k = line.split()
    times, shown = [], []
    for terms in asked:
        start = time.perf_counter_ns()
        if terms:
            found = retriever.retrieve([terms], k=int(k), show_progress=False, n_threads=1)
            hits = [f"{d}:{s}" for d, s in zip(found.documents[0], found.scores[0]) if s > 0]
        else:
            hits = []
        times.append(time.perf_counter_ns() - start)
        shown.append(" ".join(hits))
    print(*(shown if command == "top" else [" ".join(map(str, times))]), sep="\n")
    print("end", flush=True)

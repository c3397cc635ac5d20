"""Other libraries on the work of bench/vectors.ts, on one thread: a line in, a line of JSON out.

Run: vector-peer.py <library> rows.f32 queries.f32 <dimensions> <degree> <efConstruction>
Builds its index, or takes that of an earlier run, which lies beside the rows, and answers {"seconds": …}; then, for each line that is a number ef, or 0 for an exact search,
{"ms": per query, "found": [[row, …], …]} with the ten nearest of each query, nearest first. Graphs get all queries
in one call, so that Python costs nothing.
"""

import json
import os
import sys
import time

import numpy

library, rows_file, queries_file = sys.argv[1:4]
dimensions, degree, construction = map(int, sys.argv[4:])
rows = numpy.fromfile(rows_file, dtype="float32").reshape(-1, dimensions)
queries = numpy.fromfile(queries_file, dtype="float32").reshape(-1, dimensions)
TOP = 10
KEPT = f"{rows_file}-{library}-{degree}-{construction}"


def built_once(is_kept, make, save, load):
    """The index and the seconds of processor time that it took to build, now or in an earlier run."""
    if is_kept and os.path.exists(f"{KEPT}.json"):
        with open(f"{KEPT}.json") as seconds:
            return load(KEPT), json.load(seconds)
    begun = time.process_time()
    index = make()
    seconds = time.process_time() - begun
    if is_kept:
        save(index, KEPT)
        with open(f"{KEPT}.json", "w") as file:
            json.dump(seconds, file)
    return index, seconds


def faiss_index(kind):
    import faiss

    faiss.omp_set_num_threads(1)

    def make():
        if kind == "flat":
            index = faiss.IndexFlatIP(dimensions)
        elif kind == "sq8":
            index = faiss.IndexScalarQuantizer(
                dimensions, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
            )
            index.train(rows[:100_000])
        else:
            index = faiss.IndexHNSWFlat(dimensions, degree, faiss.METRIC_INNER_PRODUCT)
            index.hnsw.efConstruction = construction
        index.add(rows)
        return index

    index, seconds = built_once(kind == "hnsw", make, faiss.write_index, faiss.read_index)

    def search(queries, ef):
        if kind == "hnsw":
            index.hnsw.efSearch = ef
            return index.search(queries, TOP)[1]
        # One at a time: together they would be one product of matrices, which no single query is.
        return [index.search(query[None], TOP)[1][0] for query in queries]

    return search, seconds


def hnswlib_index():
    import hnswlib

    def make():
        index = hnswlib.Index(space="ip", dim=dimensions)
        index.init_index(max_elements=len(rows), M=degree, ef_construction=construction)
        index.set_num_threads(1)
        index.add_items(rows)
        return index

    def load(path):
        index = hnswlib.Index(space="ip", dim=dimensions)
        index.load_index(path, max_elements=len(rows))
        return index

    index, seconds = built_once(True, make, lambda index, path: index.save_index(path), load)

    def search(queries, ef):
        index.set_ef(max(ef, TOP))
        return index.knn_query(queries, k=TOP, num_threads=1)[0]

    return search, seconds


def usearch_index(kind):
    from usearch.index import Index

    def make():
        index = Index(
            ndim=dimensions,
            metric="ip",
            dtype=kind,
            connectivity=degree,
            expansion_add=construction,
        )
        index.add(numpy.arange(len(rows)), rows, threads=1)
        return index

    index, seconds = built_once(True, make, lambda index, path: index.save(path), Index.restore)

    def search(queries, ef):
        index.expansion_search = ef
        return index.search(queries, TOP, threads=1).keys

    return search, seconds


MAKERS = {
    "faiss-flat": lambda: faiss_index("flat"),
    "faiss-sq8": lambda: faiss_index("sq8"),
    "faiss-hnsw": lambda: faiss_index("hnsw"),
    "hnswlib": hnswlib_index,
    "usearch-f32": lambda: usearch_index("f32"),
    "usearch-i8": lambda: usearch_index("i8"),
}

search, seconds = MAKERS[library]()
print(json.dumps({"seconds": seconds}), flush=True)
for line in sys.stdin:
    ef = int(line)
    search(queries[:3], ef)
    start = time.process_time()
    nearest = search(queries, ef)
    milliseconds = 1000 * (time.process_time() - start) / len(queries)
    found = [[int(row) for row in rows] for rows in nearest]
    print(json.dumps({"ms": milliseconds, "found": found}), flush=True)

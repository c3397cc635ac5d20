"""Other libraries on the work of bench/vectors.ts, on one thread: a line in, a line of JSON out.

Run: vector-peer.py <library> rows.f32 queries.f32 <dimensions> <degree> <efConstruction>
Builds its index, answers {"seconds": …}; then, for each line that is a number ef, or 0 for an exact search,
{"ms": per query, "found": [[row, …], …]} with the ten nearest of each query, nearest first. Graphs get all queries
in one call, so that Python costs nothing.
"""

import json
import sys
import time

import numpy

library, rows_file, queries_file = sys.argv[1:4]
dimensions, degree, construction = map(int, sys.argv[4:])
rows = numpy.fromfile(rows_file, dtype="float32").reshape(-1, dimensions)
queries = numpy.fromfile(queries_file, dtype="float32").reshape(-1, dimensions)
TOP = 10


def faiss_index(kind):
    import faiss

    faiss.omp_set_num_threads(1)
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

    def search(queries, ef):
        if kind == "hnsw":
            index.hnsw.efSearch = ef
            return index.search(queries, TOP)[1]
        # One at a time: together they would be one product of matrices, which no single query is.
        return [index.search(query[None], TOP)[1][0] for query in queries]

    return search


def hnswlib_index():
    import hnswlib

    index = hnswlib.Index(space="ip", dim=dimensions)
    index.init_index(max_elements=len(rows), M=degree, ef_construction=construction)
    index.set_num_threads(1)
    index.add_items(rows)

    def search(queries, ef):
        index.set_ef(max(ef, TOP))
        return index.knn_query(queries, k=TOP, num_threads=1)[0]

    return search


def usearch_index(kind):
    from usearch.index import Index

    index = Index(
        ndim=dimensions,
        metric="ip",
        dtype=kind,
        connectivity=degree,
        expansion_add=construction,
    )
    index.add(numpy.arange(len(rows)), rows, threads=1)

    def search(queries, ef):
        index.expansion_search = ef
        return index.search(queries, TOP, threads=1).keys

    return search


MAKERS = {
    "faiss-flat": lambda: faiss_index("flat"),
    "faiss-sq8": lambda: faiss_index("sq8"),
    "faiss-hnsw": lambda: faiss_index("hnsw"),
    "hnswlib": hnswlib_index,
    "usearch-f32": lambda: usearch_index("f32"),
    "usearch-i8": lambda: usearch_index("i8"),
}

begun = time.process_time()
search = MAKERS[library]()
print(json.dumps({"seconds": time.process_time() - begun}), flush=True)
for line in sys.stdin:
    ef = int(line)
    search(queries[:3], ef)
    start = time.process_time()
    nearest = search(queries, ef)
    milliseconds = 1000 * (time.process_time() - start) / len(queries)
    found = [[int(row) for row in rows] for rows in nearest]
    print(json.dumps({"ms": milliseconds, "found": found}), flush=True)

"""Compares TermwiseRetriever with `termwise run` on one collection, and evaluates it with PyTerrier.

    python check.py <url> <index> <topics.tsv> <qrels> <run>

The run is that of `termwise run` with the same ranker. Prints nDCG@10 of both.
"""

import sys

import ir_measures
import pandas as pd
import pyterrier as pt
from termwise_pyterrier import TermwiseRetriever

url, index, topics_path, qrels_path, run_path = sys.argv[1:]
topics = pd.read_csv(topics_path, sep="\t", header=0, names=["qid", "query"], dtype=str, quoting=3)
qrels = pd.DataFrame(ir_measures.read_trec_qrels(qrels_path))
expected = pd.DataFrame(ir_measures.read_trec_run(run_path))

termwise = TermwiseRetriever(index, url=url, limit=100, ranker="bm25", timeout=10000)
results = termwise.transform(topics)

# The same documents in the same order, with the same scores.
for qid, want in expected.groupby("query_id"):
    got = results[results.qid == qid].sort_values("rank")
    want = want.head(100)
    assert list(got.docno) == list(want.doc_id), f"query {qid}: other documents"
    assert abs(got.score.to_numpy() - want.score.to_numpy()).max() < 1e-4, f"query {qid}: other scores"

# Operators of PyTerrier, its experiments, and ir-measures.
best = (termwise % 10).transform(topics)
assert (best.groupby("qid").size() <= 10).all()
table = pt.Experiment(
    [termwise],
    topics,
    qrels.rename(columns={"query_id": "qid", "doc_id": "docno", "relevance": "label"}),
    ["ndcg_cut_10"],
    names=["termwise"],
)
ours = ir_measures.calc_aggregate([ir_measures.nDCG @ 10], qrels, expected)[ir_measures.nDCG @ 10]
print(f"queries {topics.shape[0]}, results {len(results)}")
print(f"nDCG@10: PyTerrier {table.ndcg_cut_10[0]:.6f}, run file {ours:.6f}")
assert abs(table.ndcg_cut_10[0] - ours) < 1e-6

try:
    TermwiseRetriever(index, url=url, rankr="bm25").transform(topics.head(1))
except ValueError as error:
    print(f"an unknown option: {error}")
else:
    raise AssertionError("an unknown option was accepted")
empty = termwise.transform(pd.DataFrame([{"qid": "1", "query": "zzzzqqqq"}]))
assert list(empty.columns) == ["qid", "query", "docno", "score", "rank"] and len(empty) == 0

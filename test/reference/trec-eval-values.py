"""Makes the runs in test/golden/evaluation and what trec_eval 9.0.8 says of them.

Usage, on a development machine (the tests only read what is stored):

    python3 -m venv .build/reference
    .build/reference/bin/pip install pytrec_eval-terrier==0.5.11 bm25s==0.3.16
    .build/reference/bin/python test/reference/trec-eval-values.py <folder of collections>

pytrec_eval-terrier 0.5.11 is built from the C sources of trec_eval 9.0.8 (its
setup.py names the archive v9.0.8.tar.gz) and gives full doubles per query.

What trec_eval has no name for is had from what it does have:
  RR@k            recip_rank of the run cut to its first k in trec_eval's order
  nDCG(form=exp)  ndcg of judgements whose grade g is replaced by 2^g - 1
  complete means  per-query values, 0 for judged queries not in the run (as -c)

Runs hold "query document score" lines; values hold "measure query value" lines
with 7 decimals, where the queries "intersect" and "complete" stand for the
means (sums for counts) over those sets of queries. Judgements of real collections are not stored, only the runs made here with bm25s.
"""

import gzip
import json
import pathlib
import random
import struct
import sys

import pytrec_eval

OUT = pathlib.Path(__file__).parent.parent / "golden" / "evaluation"
TOOL = f"trec_eval 9.0.8 through pytrec_eval-terrier {pytrec_eval.__version__}"

# Our name, trec_eval's name, relevance level; RR@k and exp forms are added below.
SETTINGS = (
    [(f"P@{k}", f"P_{k}", 1) for k in (1, 3, 5, 10, 20, 100)]
    + [(f"R@{k}", f"recall_{k}", 1) for k in (1, 5, 10, 20, 100, 1000)]
    + [(f"Hit@{k}", f"success_{k}", 1) for k in (1, 3, 5, 10)]
    + [("RR", "recip_rank", 1), ("AP", "map", 1), ("Rprec", "Rprec", 1), ("bpref", "bpref", 1)]
    + [(f"AP@{k}", f"map_cut_{k}", 1) for k in (5, 10, 20, 100)]
    + [("nDCG", "ndcg", 1)]
    + [(f"nDCG@{k}", f"ndcg_cut_{k}", 1) for k in (1, 3, 5, 10, 20, 100)]
    + [("SetP", "set_P", 1), ("SetR", "set_recall", 1), ("SetF1", "set_F", 1)]
    + [("NumRet", "num_ret", 1), ("NumRel", "num_rel", 1), ("NumRelRet", "num_rel_ret", 1)]
    + [("P(rel=2)@5", "P_5", 2), ("P(rel=2)@10", "P_10", 2), ("R(rel=2)@10", "recall_10", 2)]
    + [("Hit(rel=2)@5", "success_5", 2), ("RR(rel=2)", "recip_rank", 2), ("AP(rel=2)", "map", 2)]
    + [("AP(rel=2)@10", "map_cut_10", 2), ("Rprec(rel=2)", "Rprec", 2), ("bpref(rel=2)", "bpref", 2)]
    + [("SetR(rel=2)", "set_recall", 2), ("NumRel(rel=2)", "num_rel", 2)]
    + [("AP(rel=3)", "map", 3), ("RR(rel=3)", "recip_rank", 3), ("R(rel=3)@20", "recall_20", 3)]
)
CUT_RR = ((1, 1), (5, 1), (10, 1), (10, 2))


def float32(score):
    try:
        return struct.unpack("f", struct.pack("f", score))[0]
    except OverflowError:
        return float("inf") if score > 0 else float("-inf")


def first(ranking, k):
    """The first k documents in trec_eval's order."""
    order = sorted(ranking.items(), key=lambda x: (float32(x[1]), x[0].encode()), reverse=True)
    return dict(order[:k])


def trec_eval(qrels, run, names, level):
    return pytrec_eval.RelevanceEvaluator(qrels, set(names), relevance_level=level).evaluate(run)


def reference(qrels, run):
    judged = sorted(qrels, key=str.encode)
    ranked = [q for q in judged if q in run]
    columns = {}
    for level in (1, 2, 3):
        here = [(ours, theirs) for ours, theirs, at in SETTINGS if at == level]
        values = trec_eval(qrels, run, [theirs for _, theirs in here], level)
        for ours, theirs in here:
            columns[ours] = {q: values[q][theirs] for q in ranked}
    for k, level in CUT_RR:
        cut = {q: first(ranking, k) for q, ranking in run.items()}
        values = trec_eval(qrels, cut, ["recip_rank"], level)
        name = f"RR@{k}" if level == 1 else f"RR(rel={level})@{k}"
        columns[name] = {q: values[q]["recip_rank"] for q in ranked}
    exp = {q: {d: 2**g - 1 if g > 0 else g for d, g in of.items()} for q, of in qrels.items()}
    values = trec_eval(exp, run, ["ndcg", "ndcg_cut_5", "ndcg_cut_10"], 1)
    for suffix, theirs in (("", "ndcg"), ("@5", "ndcg_cut_5"), ("@10", "ndcg_cut_10")):
        columns[f"nDCG(form=exp){suffix}"] = {q: values[q][theirs] for q in ranked}

    def overall(name, values, count):
        return sum(values) if name.startswith("Num") else sum(values) / count

    yield f"# {TOOL}"
    for name, values in sorted(columns.items()):
        column = [values[q] for q in ranked]
        for q, value in zip(ranked, column):
            yield f"{name} {q} {round(value, 7)}"
        yield f"{name} intersect {round(overall(name, column, len(ranked)), 7)}"
        # -c counts the relevant documents of missing queries too; pytrec_eval cannot say how many.
        if not name.startswith("NumRel") or len(ranked) == len(judged):
            yield f"{name} complete {round(overall(name, column, len(judged)), 7)}"


def store(name, qrels, run, own_qrels):
    values = "\n".join(reference(qrels, run)) + "\n"
    lines = "".join(f"{q} {d} {s!r}\n" for q, of in run.items() for d, s in of.items())
    if own_qrels:
        text = "".join(f"{q} 0 {d} {g}\n" for q, of in qrels.items() for d, g in of.items())
        (OUT / f"{name}.qrels").write_text(text)
        (OUT / f"{name}.run").write_text(lines)
        (OUT / f"{name}.values").write_text(values)
    else:
        (OUT / f"{name}.run.gz").write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
        (OUT / f"{name}.values.gz").write_bytes(gzip.compress(values.encode(), 9, mtime=0))
    print(name, len(qrels), "judged", len(run), "ranked", lines.count("\n"), "lines")


def synthetic():
    chance = random.Random(20260101)
    ids = [f"d{i}" for i in range(40)] + ["D1", "é1", "日1", "\U0001f600", "\ufffd", "x-1", "x_1"]

    def make(queries, grades, scores, depth=(5, 30), pool=25):
        qrels, run = {}, {}
        for q in queries:
            qrels[q] = {d: chance.choice(grades) for d in chance.sample(ids, pool)}
            run[q] = {d: scores() for d in chance.sample(ids, chance.randint(*depth))}
        return qrels, run

    queries = [f"q{i}" for i in range(1, 9)]
    yield "ties", *make(queries, [0, 0, 1, 2, 3], lambda: float(chance.randint(1, 3)))
    yield "float32-ties", *make(
        queries, [0, 0, 1, 2], lambda: chance.choice([1.0, 2.0]) + chance.choice([0, 1e-9, 2e-9, 1e-3])
    )
    yield "magnitudes", *make(
        queries, [0, 1, 2, 4], lambda: chance.choice([-1, 1]) * 10.0 ** chance.randint(-50, 50)
    )
    qrels, run = make(queries, [0, 0, 1, 2], chance.random)
    yield "missing-queries", qrels, {
        **{q: run[q] for q in queries[::2]},
        "unjudged": {"d1": 1.0, "d2": 0.5},
    }
    yield "unjudged-documents", *make(queries, [0, 1, 1, 2], chance.random, (20, 40), 4)
    yield "negative-grades", *make(queries, [-2, -1, 0, 1, 2, 3], chance.random)
    qrels, run = make(queries, [0, 1, 2], chance.random, (1, 4))
    for q in queries[:3]:
        qrels[q] = {d: 0 for d in qrels[q]}
    yield "nothing-relevant", qrels, run


def jsonl(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def beir_qrels(path):
    qrels = {}
    for line in path.read_text().splitlines()[1:]:
        q, d, grade = line.split("\t")
        qrels.setdefault(q, {})[d] = int(grade)
    return qrels


def real(collections):
    import bm25s

    for name, folder in (("cranfield", "beir"), ("vaswani", "beir"), ("nfcorpus", "")):
        root = collections / name / folder
        qrels = beir_qrels(root / "qrels" / "test.tsv")
        documents = jsonl(root / "corpus.jsonl")
        queries = [q for q in jsonl(root / "queries.jsonl") if q["_id"] in qrels]
        ids = [d["_id"] for d in documents]
        texts = bm25s.tokenize([f"{d.get('title', '')} {d['text']}" for d in documents], show_progress=False)
        asked = bm25s.tokenize([q["text"] for q in queries], show_progress=False)
        # The second run has scores cut to one decimal, so that most of it is tied.
        for tag, method, depth, decimals in (("bm25", "lucene", 50, 5), ("coarse", "robertson", 20, 1)):
            index = bm25s.BM25(method=method, k1=1.2, b=0.75)
            index.index(texts, show_progress=False)
            found, scores = index.retrieve(asked, corpus=ids, k=depth, show_progress=False)
            run = {
                q["_id"]: {d: round(float(s), decimals) for d, s in zip(found[i], scores[i])}
                for i, q in enumerate(queries)
            }
            yield f"{name}-{tag}", qrels, run


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    for case in synthetic():
        store(*case, own_qrels=True)
    for case in real(pathlib.Path(sys.argv[1])):
        store(*case, own_qrels=False)
    # trec_eval 9.0.8 exits with code 4 on this one; there are no values to store.
    (OUT / "duplicate.qrels").write_text("q1 0 a 1\nq1 0 b 0\n")
    (OUT / "duplicate.run").write_text("q1 a 3.0\nq1 b 2.0\nq1 a 1.0\n")

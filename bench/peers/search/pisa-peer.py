"""PISA through the native module of pyterrier-pisa as a peer of bench/search.ts; the protocol is told in README.md.

The module is taken without its package, which wants PyTerrier and Java. It cuts text by rules of its own, so the
inverted index is written here, in PISA's uncompressed format, and PISA compresses it and finds the block maxima.
"""

import os
import sys
import sysconfig
import time
from array import array
from collections import Counter
from importlib.metadata import version

import numpy as np

sys.path.insert(0, os.path.join(sysconfig.get_path("platlib"), "pyterrier_pisa"))
import _pisathon  # noqa: E402

algorithm, documents, queries, folder = sys.argv[1:5]
ENCODING = "block_simdbp"
# Results bear names, not numbers. While PISA is timed every document has the same name of one letter, which Python
# keeps ready, so that the making of strings is not counted.
NAMELESS = os.path.join(folder, "nameless")
# Queries that are asked in one call: their results are kept until its end.
BATCH = 100


def read_terms(file):
    with open(file, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.split()


def write_lists(file, head, counts, values):
    """For each term the number of its postings and then their values."""
    starts = np.cumsum(counts) - counts
    with open(file, "wb") as out:
        np.array(head, np.uint32).tofile(out)
        np.insert(values, starts, counts).astype(np.uint32).tofile(out)


def write_lexicon(name, lines):
    text = os.path.join(folder, f"{name}.txt")
    with open(text, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)
    _pisathon.build_binlex(text, os.path.join(folder, name))
    os.remove(text)


def build():
    os.makedirs(NAMELESS)
    numbers, tokens, lengths = {}, array("q"), array("q")
    for terms in read_terms(documents):
        tokens.extend([numbers.setdefault(term, len(numbers)) for term in terms])
        lengths.append(len(terms))
    # PISA looks a term up by binary search, so terms are numbered in the order of their bytes.
    lexicon = sorted(numbers, key=str.encode)
    ranks = np.empty(len(lexicon), np.int64)
    ranks[[numbers[term] for term in lexicon]] = np.arange(len(lexicon))
    count = len(lengths)
    keys = ranks[np.frombuffer(tokens, np.int64)] * count + np.repeat(np.arange(count), lengths)
    postings, frequencies = np.unique(keys, return_counts=True)
    counts = np.bincount(postings // count, minlength=len(lexicon))
    inverted = os.path.join(folder, "inv")
    write_lists(f"{inverted}.docs", [1, count], counts, postings % count)
    write_lists(f"{inverted}.freqs", [], counts, frequencies)
    np.array([count, *lengths], np.uint32).tofile(f"{inverted}.sizes")
    write_lexicon("fwd.termlex", lexicon)
    write_lexicon("fwd.doclex", range(count))
    write_lexicon("nameless/fwd.doclex", ["d"] * count)
    prepare(folder)
    for name in os.listdir(folder):
        if name.startswith("inv."):
            os.remove(os.path.join(folder, name))
        elif name not in ("nameless", "fwd.doclex"):
            os.symlink(os.path.join("..", name), os.path.join(NAMELESS, name))


def prepare(place):
    context = _pisathon.RetrievalContext()
    _pisathon.prepare_index(context, place, ENCODING, "bm25", "", bm25_k1=1.2, bm25_b=0.75)
    return context


class Timed:
    """Queries that PISA takes one by one on its thread: between two of them lies the time of the first."""

    def __init__(self, asked):
        self.asked = asked
        self.times = []

    def __len__(self):
        return len(self.asked)

    def __iter__(self):
        for query in enumerate(self.asked):
            start = time.perf_counter_ns()
            yield query
            self.times.append(time.perf_counter_ns() - start)


def retrieve(context, asked, k):
    """The nanoseconds of each query, and its names and scores."""
    size = len(asked) * k
    places, ranks = np.empty(size, np.int32), np.empty(size, np.int32)
    names, scores = np.empty(size, object), np.empty(size, np.float32)
    timed = Timed(asked)
    found = _pisathon.retrieve(
        context,
        algorithm,
        timed,
        k=k,
        threads=1,
        pretokenised=1,
        query_weighted=1,
        result_qidxs=places,
        result_docnos=names,
        result_ranks=ranks,
        result_scores=scores,
    )
    ends = np.cumsum(np.bincount(places[:found], minlength=len(asked)))[:-1]
    return timed.times, np.split(names[:found], ends), np.split(scores[:found], ends)


# PISA tells of its progress on standard output, which belongs to the protocol.
output = os.dup(1)
os.dup2(2, 1)
start = time.perf_counter()
seconds = 0.0
if not os.path.exists(folder):
    build()
    seconds = time.perf_counter() - start
named, nameless = prepare(folder), prepare(NAMELESS)
os.dup2(output, 1)
size = sum(entry.stat().st_size for entry in os.scandir(folder) if entry.is_file())
print("ready", seconds, size, "PISA of pyterrier-pisa", version("pyterrier_pisa"), algorithm, ENCODING, flush=True)

asked = [{term: float(count) for term, count in Counter(terms).items()} for terms in read_terms(queries)]
batches = [asked[first : first + BATCH] for first in range(0, len(asked), BATCH)]
for line in sys.stdin:
    command, k = line.split()
    if command == "search":
        print(*(nanoseconds for batch in batches for nanoseconds in retrieve(nameless, batch, int(k))[0]))
    else:
        for batch in batches:
            _, names, scores = retrieve(named, batch, int(k))
            for row in zip(names, scores):
                print(*(f"{document}:{score}" for document, score in zip(*row)))
    print("end", flush=True)

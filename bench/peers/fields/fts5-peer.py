"""SQLite FTS5, the one that Python brings, as a peer of bench/fields.ts; README.md tells the protocol.

Texts are stemmed by `porter`; dates and sources lie in a table beside the index, which keeps no texts.
It has no near words. Facets are two statements: the counts, and the ten best.
"""

import os
import re
import sqlite3
import sys
import time

TOP = 10
documents, queries, folder = sys.argv[1:4]


def build(path):
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE VIRTUAL TABLE document USING fts5(whole, content = '', tokenize = 'porter');
        CREATE VIRTUAL TABLE parts USING fts5(title, body, content = '', tokenize = 'porter');
        CREATE TABLE fields(id INTEGER PRIMARY KEY, source TEXT, published TEXT);""")
    with open(documents, encoding="utf-8") as rows:
        for row in rows:
            number, source, published, title, text = row.rstrip("\n").split("\t")
            database.execute("INSERT INTO document(rowid, whole) VALUES (?, ?)", (int(number), f"{title} {text}"))
            database.execute("INSERT INTO parts(rowid, title, body) VALUES (?, ?, ?)", (int(number), title, text))
            database.execute("INSERT INTO fields VALUES (?, ?, ?)", (int(number), source, published))
    database.executescript("""
        INSERT INTO document(document) VALUES ('optimize');
        INSERT INTO parts(parts) VALUES ('optimize');
        CREATE INDEX days ON fields(published);
        CREATE INDEX sources ON fields(source);""")
    database.commit()
    database.close()


def any_of(query, last=""):
    words = re.findall(r"[^\W_]+", query)
    return (" OR ".join(f'"{word}"' for word in words) + last) if words else '""'


start = time.perf_counter()
path = os.path.join(folder, "index.sqlite")
if not os.path.exists(path):
    os.makedirs(folder, exist_ok=True)
    build(f"{path}.unfinished")
    os.rename(f"{path}.unfinished", path)
seconds = time.perf_counter() - start

database = sqlite3.connect(path)
database.execute("PRAGMA mmap_size = 8000000000")
joined = "FROM document JOIN fields ON fields.id = document.rowid WHERE document MATCH ?"
plain = f"SELECT rowid FROM document WHERE document MATCH ? ORDER BY rank LIMIT {TOP}"
# The weights of title and text; its bm25 sums the weighted frequencies of the columns.
weighted = f"SELECT rowid FROM parts WHERE parts MATCH ? ORDER BY bm25(parts, 2, 1) LIMIT {TOP}"
filtered = f"SELECT document.rowid {joined} AND published < ? ORDER BY rank LIMIT {TOP}"
counted = f"SELECT source, count(*) {joined} GROUP BY source"
newest = f"SELECT document.rowid {joined} ORDER BY published DESC, rank LIMIT {TOP}"


def ask(statement, *values):
    return database.execute(statement, values).fetchall()


SEARCHES = {
    "plain": lambda query, before: ask(plain, any_of(query)),
    "two": lambda query, before: ask(weighted, any_of(query)),
    "filter": lambda query, before: ask(filtered, any_of(query), before),
    "facets": lambda query, before: (ask(counted, any_of(query)), ask(plain, any_of(query))),
    "sort": lambda query, before: ask(newest, any_of(query)),
    "prefix": lambda query, before: ask(plain, any_of(query, last="*")),
}

lines = {}
with open(queries, encoding="utf-8") as rows:
    for row in rows:
        name, before, query = row.rstrip("\n").split("\t")
        lines.setdefault(name, []).append((query, before))
print(f"ready sqlite {sqlite3.sqlite_version}, {seconds:.1f} s to build or open", flush=True)
for line in sys.stdin:
    search = SEARCHES.get(line.split()[0])
    if search is None:
        print("none", flush=True)
        continue
    times = []
    for query, before in lines[line.rstrip("\n")]:
        begun = time.perf_counter_ns()
        search(query, before)
        times.append(time.perf_counter_ns() - begun)
    print(*times, flush=True)

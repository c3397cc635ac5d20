"""Writes a small CIFF file with the protobuf messages of ciff-toolkit (PyPI), as hexadecimal digits."""

import io

from ciff_toolkit.ciff_pb2 import DocRecord, Header, PostingsList
from ciff_toolkit.write import MessageWriter

out = io.BytesIO()
writer = MessageWriter(out)
writer.write_message(
    Header(
        version=1,
        num_postings_lists=3,
        num_docs=300,
        total_postings_lists=3,
        total_docs=300,
        total_terms_in_collection=605,
        average_doclength=605 / 300,
        description="ciff-toolkit: größer",
    )
)
lists = {"a": [(0, 300), (299, 1)], "bb": [(128, 4)], "é": [(d, 1) for d in range(300)]}
for term, postings in lists.items():
    message = PostingsList(term=term, df=len(postings), cf=sum(tf for _, tf in postings))
    last = 0
    for document, tf in postings:
        message.postings.add(docid=document - last, tf=tf)
        last = document
    writer.write_message(message)
for d in range(300):
    length = sum(tf for postings in lists.values() for document, tf in postings if document == d)
    writer.write_message(DocRecord(docid=d, collection_docid=f"doc-{d}", doclength=length + (d == 5)))
print(out.getvalue().hex())

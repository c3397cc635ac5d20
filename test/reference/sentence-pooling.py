"""Vectors of texts by a small BERT as BGE and E5 are read, for src/scoring/sentence-pooling.test.ts.

Needs: pip install torch transformers
Run: python test/reference/sentence-pooling.py > test/reference/sentence-pooling.json
The weights come from a hash of their names, as in torch-bert.py; the pieces are letters.
BGE takes the state of the first token, E5 the mean of all; both want prefixes, and unit length.
"""

import json

import torch
import transformers
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel

WIDTH, HEADS, UNITS, LAYERS, PLACES = 32, 2, 64, 3, 64
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
TEXTS = ["boil an egg", "how planes shake", "a", "", "Naïve Café of the quick brown fox jumps"]
READ_AS = {
    "bge": {"pooling": "first", "queryPrefix": "for searching ", "documentPrefix": ""},
    "e5": {"pooling": "mean", "queryPrefix": "query ", "documentPrefix": "passage "},
}


def hashed(i):
    mixed = (i * 2654435761) % 2**32
    mixed ^= mixed >> 15
    return ((mixed * 2246822519) % 2**32) / 2**32


def values(name, tensor):
    start = sum((i + 1) * ord(letter) for i, letter in enumerate(name)) * 1000
    found = torch.tensor([hashed(start + i) - 0.5 for i in range(tensor.numel())], dtype=torch.float64)
    return found.reshape(tensor.shape) + (1 if name.endswith("LayerNorm.weight") else 0)


config = BertConfig(vocab_size=len(PIECES), hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
                    intermediate_size=UNITS, max_position_embeddings=PLACES, layer_norm_eps=1e-12)
model = BertModel(config, add_pooling_layer=False).double().eval()
with torch.no_grad():
    for name, parameter in model.named_parameters():
        parameter.copy_(values(f"bert.{name}", parameter))
tokenizer = BertWordPieceTokenizer(vocab={piece: i for i, piece in enumerate(PIECES)}, lowercase=True)


def vector(text, pooling):
    ids = torch.tensor([tokenizer.encode(text).ids[:PLACES]])
    with torch.no_grad():
        states = model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0]
    found = states[0] if pooling == "first" else states.mean(0)
    return [round(x, 7) for x in (found / found.norm()).tolist()]


print(json.dumps({
    "made with": f"transformers {transformers.__version__}, torch {torch.__version__}",
    "texts": TEXTS,
    "models": {
        name: {
            **how,
            "queries": [vector(how["queryPrefix"] + text, how["pooling"]) for text in TEXTS],
            "documents": [vector(how["documentPrefix"] + text, how["pooling"]) for text in TEXTS],
        }
        for name, how in READ_AS.items()
    },
}, indent=1, ensure_ascii=False))

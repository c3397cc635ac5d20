"""Logits and token ids of small cross-encoders by Hugging Face's transformers.

Run:  python test/reference/cross-encoder.py > test/reference/cross-encoder.json
Needs transformers 4 with flax, and safetensors. The weights come from a hash of
their names, as in torch-bert.py, so that the test makes the same checkpoint
without a file: heads of one and of two outputs, texts truncated by the length in
tokenizer_config.json. Token ids of 10,000 texts are stored as checksums of
100 texts each; the texts are made from the fragments of the result.
"""

import json
import tempfile

import numpy
import transformers
from safetensors.numpy import save_file
from transformers import AutoTokenizer, BertConfig, FlaxBertForSequenceClassification

SHAPE = dict(hidden_size=16, num_hidden_layers=2, num_attention_heads=4, intermediate_size=32,
             max_position_embeddings=48, type_vocab_size=2, hidden_act="gelu", layer_norm_eps=1e-12)
LONGEST = 40
SPECIAL = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789éüß中国日本αβжия.,!?'-()"
WORDS = "the of what is how search rank word piece term weight play run new york un break ##able ##ing ##ed ##s ##ness".split()
FRAGMENTS = [*"abcdefg XYZ .,!?'-()[]", " ", " ", "the ", "search", "ing", "play", "unbreakable ", "é", "Ü", "ß", "中国", "日", "αβ",
             "Жия", "[SEP]", "[MASK] ", "\t", "\n", "\u00a0", "\u200b", "\u0301", "q" * 101, "what is ", "2024", "\u0000", "\ufffd"]
LENGTHS = [(1, 1), (3, 10), (5, 60), (30, 30), (60, 4), (18, 18), (19, 19), (18, 19), (19, 18), (2, 35), (2, 36)]


def hashed(i):
    mixed = (i * 2654435761) % 2**32
    mixed ^= mixed >> 15
    return ((mixed * 2246822519) % 2**32) / 2**32


def values(name, shape):
    start = sum((i + 1) * ord(letter) for i, letter in enumerate(name)) * 1000
    count = int(numpy.prod(shape))
    found = numpy.array([hashed(start + i) - 0.5 for i in range(count)])
    return (found.reshape(shape) + (1 if name.endswith("LayerNorm.weight") else 0)).astype(numpy.float32)


def tensors(vocabulary, outputs):
    width, units, places = SHAPE["hidden_size"], SHAPE["intermediate_size"], SHAPE["max_position_embeddings"]
    shapes = {"bert.embeddings.word_embeddings.weight": (vocabulary, width), "bert.embeddings.position_embeddings.weight": (places, width),
              "bert.embeddings.token_type_embeddings.weight": (2, width)}
    layers = {"bert.pooler.dense": (width, width), "classifier": (outputs, width)}
    norms = ["bert.embeddings.LayerNorm"]
    for i in range(SHAPE["num_hidden_layers"]):
        layer = f"bert.encoder.layer.{i}"
        layers |= {f"{layer}.attention.{part}": (width, width) for part in ("self.query", "self.key", "self.value", "output.dense")}
        layers |= {f"{layer}.intermediate.dense": (units, width), f"{layer}.output.dense": (width, units)}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for name, shape in layers.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    for name in norms:
        shapes |= {f"{name}.weight": (width,), f"{name}.bias": (width,)}
    return {name: values(name, shape) for name, shape in shapes.items()}


def make_tokenizer():
    from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, processors
    pieces = list(dict.fromkeys([*SPECIAL, *LETTERS, *("##" + letter for letter in LETTERS), *WORDS]))
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ids = [(piece, vocabulary[piece]) for piece in ("[CLS]", "[SEP]")]
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ids)
    made.add_special_tokens([AddedToken(piece, normalized=False, special=True) for piece in SPECIAL if piece != "[unused0]"])
    return made


def make_text(n):
    length = 1 + int(hashed(n * 64) * 40)
    return "".join(FRAGMENTS[int(hashed(n * 64 + k + 1) * len(FRAGMENTS))] for k in range(length))


def checksum(lists):
    total = 2166136261
    for ids in lists:
        for number in [*ids, 0xFFFF]:
            total = ((total ^ number) * 16777619) % 2**32
    return total


with tempfile.TemporaryDirectory() as folder:
    tokenizer = make_tokenizer()
    tokenizer.save(f"{folder}/tokenizer.json")
    settings = {"tokenizer_class": "BertTokenizerFast", "do_lower_case": True, "model_max_length": LONGEST}
    with open(f"{folder}/tokenizer_config.json", "w") as file:
        json.dump(settings, file)
    size = tokenizer.get_vocab_size()
    pieces = None
    pairs = [{"query": " ".join("the search"[: 3 + i % 8].split()[-1] for i in range(a)),
              "document": " ".join(["what", "is", "play", "term"][i % 4] for i in range(b))} for a, b in LENGTHS]
    for outputs in (1, 2):
        config = BertConfig(vocab_size=size, num_labels=outputs, **SHAPE)
        config.save_pretrained(folder)
        save_file(tensors(size, outputs), f"{folder}/model.safetensors", metadata={"format": "pt"})
        pieces = AutoTokenizer.from_pretrained(folder)
        model = FlaxBertForSequenceClassification.from_pretrained(folder, from_pt=True)
        for pair in pairs:
            batch = pieces(pair["query"], pair["document"], truncation=True, return_tensors="np")
            pair["ids"], pair["sides"] = batch["input_ids"][0].tolist(), batch["token_type_ids"][0].tolist()
            pair[f"logits{outputs}"] = [round(float(x), 7) for x in model(**batch).logits[0]]
    encoded = [pieces(make_text(n), add_special_tokens=False)["input_ids"] for n in range(10_000)]
    import flax
    print(json.dumps({
        "made with": f"transformers {transformers.__version__}, flax {flax.__version__}",
        "config": {"model_type": "bert", "vocab_size": size, **SHAPE}, "tokenizerConfig": settings,
        "tokenizer": json.loads(tokenizer.to_str()), "pairs": pairs, "fragments": FRAGMENTS,
        "checksums": [checksum(encoded[i:i + 100]) for i in range(0, 10_000, 100)],
    }))

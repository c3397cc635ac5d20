"""Scores and first-step gradients of the neural rankers in PyTorch, for the tests to compare with.

Run:  python test/reference/torch-models.py > test/reference/torch-models.json
Padded implementations with masks, in float64. Weights and texts come from a hash, so that the
test makes the same ones without sharing a file. Parameters have the names and layouts of the
library (a convolution is a matrix from a patch, row by row, to filters), so that gradients can
be compared as they are; of a long gradient only every n-th value is kept.
"""

import json
import math

import torch
from torch.nn import functional as F

torch.set_default_dtype(torch.float64)

VOCABULARY, DIMENSIONS, TRIPLES, PLACES, KEPT = 60, 8, 8, 6, 150
FILTERS, TOP, LONGEST, UNITS = 4, 3, 3, 5
MEANS = torch.tensor([1.0] + [(9 - 2 * i) / 10 for i in range(10)])
WIDTHS = torch.tensor([1e-3] + [0.1] * 10)
IDF = torch.tensor([1.0 + i % 7 for i in range(VOCABULARY)])


def hashed(i):
    """A number in [0, 1) that depends on i alone (Knuth's multiplicative hash)."""
    return ((i * 2654435761) % 2**32) / 2**32


def values(start, shape):
    """Values in [-0.5, 0.5), the next ones of the hash from `start` on."""
    count = math.prod(shape)
    return torch.tensor([hashed(start + i) - 0.5 for i in range(count)]).reshape(shape)


def tokens(seed, longest):
    """Between 1 and `longest` token ids; id 1, the unknown word, among them."""
    length = 1 + int(hashed(seed) * longest)
    return [1 + int(hashed(seed * 31 + i + 1) * (VOCABULARY - 1)) for i in range(length)]


def padded(texts):
    width = max(len(text) for text in texts)
    return torch.tensor([text + [0] * (width - len(text)) for text in texts])


def batch():
    seeds = [1000 + 10 * i for i in range(TRIPLES)]
    queries = [tokens(seed + 1, 6) for seed in seeds]
    better = [query[:2] + tokens(seed + 2, 20) for query, seed in zip(queries, seeds)]
    worse = [tokens(seed + 3, 20) for seed in seeds]
    return padded(queries + queries), padded(better + worse)


def unit(x):
    return x / (x.norm(dim=-1, keepdim=True) + 1e-13)


def features(similarity, query_mask, document_mask, scale):
    mask = (query_mask.unsqueeze(2) * document_mask.unsqueeze(1)).unsqueeze(-1)
    kernels = torch.exp(-((similarity.unsqueeze(-1) - MEANS) ** 2) / (2 * WIDTHS**2)) * mask
    logs = torch.log(torch.clamp(kernels.sum(2), min=1e-10)) * scale
    return (logs * query_mask.unsqueeze(-1)).sum(1)


def salience(p, vectors):
    hidden = torch.tanh(vectors @ p["salience.hidden.weights"] + p["salience.hidden.bias"])
    return torch.sigmoid(hidden @ p["salience.output.weights"] + p["salience.output.bias"])


def perceptron(p, name, x):
    layer = 1
    while f"{name}{layer}.bias" in p:
        x = torch.relu(x @ p[f"{name}{layer}.weights"] + p[f"{name}{layer}.bias"])
        layer += 1
    return (x @ p[f"{name}{layer}.weights"])[:, 0]


def filtered(p, name, image, height, width):
    """A convolution over images [batch, channels, rows, columns], padded right and below."""
    channels = image.shape[1]
    weights = p[f"{name}.weights"].reshape(height, width, channels, -1).permute(3, 2, 0, 1)
    wide = F.pad(image, (0, width - 1, 0, height - 1))
    return torch.relu(F.conv2d(wide, weights, p[f"{name}.bias"]))


SALIENCE = lambda inputs: {
    "salience.hidden.weights": (inputs, UNITS),
    "salience.hidden.bias": (UNITS,),
    "salience.output.weights": (UNITS, 1),
    "salience.output.bias": (1,),
}
EMBEDDINGS = {"embeddings": (VOCABULARY, DIMENSIONS)}


def knrm(p, query, document):
    masks = (query > 1).double(), (document > 1).double()
    q, d = p["embeddings"][query], p["embeddings"][document]
    similarity = unit(q) @ unit(d).transpose(1, 2)
    if "salience.hidden.bias" in p:
        gates = salience(p, q) * salience(p, d).transpose(1, 2)
        return (features(torch.tanh(similarity * gates), *masks, p["scale"]) @ p["weights"])[:, 0]
    return (features(similarity, *masks, 0.01) @ p["weights"])[:, 0]


def conv_knrm(p, query, document):
    masks = (query > 0).double(), (document > 0).double()

    def grams(text):
        vectors = (p["embeddings"][text] * (text > 1).double().unsqueeze(-1)).transpose(1, 2)
        made = []
        for n in range(1, LONGEST + 1):
            # The library keeps the places of a window side by side: [dimensions, places · filters].
            weights = p[f"convolution{n}.weights"].reshape(DIMENSIONS, n, FILTERS).permute(2, 0, 1)
            wide = F.pad(vectors, (0, n - 1))
            made.append(torch.relu(F.conv1d(wide, weights, p[f"convolution{n}.bias"])).transpose(1, 2))
        return made

    parts, documents = [], grams(document)
    for q in grams(query):
        for d in documents:
            similarity = unit(q) @ unit(d).transpose(1, 2)
            if "salience.hidden.bias" in p:
                gates = salience(p, q) * salience(p, d).transpose(1, 2)
                parts.append(features(torch.tanh(similarity * gates), *masks, p["scale"]))
            else:
                parts.append(features(similarity, *masks, 0.01))
    return (torch.cat(parts, dim=1) @ p["weights"])[:, 0]


def largest(x, mask):
    """The TOP largest values of the last axis where the mask is 1, zeros where there are fewer."""
    lowest = torch.tensor(-math.inf)
    hidden = F.pad(torch.where(mask > 0, x, lowest), (0, TOP), value=-math.inf)
    best = hidden.topk(TOP, dim=-1).values
    return torch.where(best == lowest, torch.zeros(()), best)


def last_state(p, matrix, there):
    """A memory of one unit with hard-sigmoid gates; a query that has ended keeps its state."""
    hard = lambda x: torch.clamp(0.2 * x + 0.5, 0, 1)
    hidden = cell = torch.zeros(len(matrix))
    for place in range(matrix.shape[1]):
        gates = matrix[:, place] @ p["combine.input"] + hidden.unsqueeze(1) @ p["combine.recurrent"]
        put, forget, value, out = (gates + p["combine.bias"]).unbind(1)
        now = hard(forget) * cell + hard(put) * torch.tanh(value)
        hidden = torch.where(there[:, place] > 0, hard(out) * torch.tanh(now), hidden)
        cell = torch.where(there[:, place] > 0, now, cell)
    return hidden


def pacrr(p, query, document, idf):
    q, d = p["embeddings"][query], p["embeddings"][document]
    words = (query > 1).double(), (document > 1).double()
    there = (query > 0).double(), (document > 0).double()
    similarity = unit(q) @ unit(d).transpose(1, 2) * words[0].unsqueeze(2) * words[1].unsqueeze(1)
    columns = there[1].unsqueeze(1).expand_as(similarity)
    images = [similarity]
    for n in range(2, LONGEST + 1):
        images.append(filtered(p, f"window{n}", similarity.unsqueeze(1), n, n).max(1).values)
    rows = [largest(image, columns) for image in images]
    if "salience.hidden.bias" in p:
        of_document = salience(p, d) * words[1].unsqueeze(-1)
        for n in range(1, LONGEST + 1):
            line = filtered(p, f"salience.window{n}", of_document.transpose(1, 2).unsqueeze(2), 1, n)
            gate = largest(line.max(1).values[:, 0], there[1])
            rows[n - 1] = rows[n - 1] * gate.unsqueeze(1)
        rows = [row * salience(p, q) * words[0].unsqueeze(-1) for row in rows]
    if idf:
        weights = torch.where(query > 0, IDF[query] * words[0], torch.tensor(-math.inf))
        rows.append(torch.softmax(weights, dim=1).unsqueeze(-1))
    matrix = torch.cat(rows, dim=-1) * there[0].unsqueeze(-1)
    if "combine.recurrent" in p:
        return last_state(p, matrix, there[0])
    matrix = F.pad(matrix, (0, 0, 0, PLACES - matrix.shape[1]))
    return perceptron(p, "combine", matrix.flatten(1))


POOLS = [(4, 9), (3, 5), (2, 3)]


def match_pyramid(p, query, document):
    scores = []
    for q_ids, d_ids in zip(query, document):
        q_ids, d_ids = q_ids[q_ids > 0], d_ids[d_ids > 0]
        words = (q_ids > 1).double().unsqueeze(1) * (d_ids > 1).double().unsqueeze(0)
        similarity = unit(p["embeddings"][q_ids]) @ unit(p["embeddings"][d_ids]).T * words
        image = similarity[None, None]
        for i, pool in enumerate(POOLS):
            image = F.adaptive_max_pool2d(filtered(p, f"layer{i + 1}", image, 3, 3), pool)
        scores.append(perceptron(p, "dense", image.permute(0, 2, 3, 1).flatten(1)))
    return torch.cat(scores)


def dense(name, sizes):
    """A perceptron from sizes[0] inputs to one number; the last layer has no bias."""
    shapes = {}
    for i, inputs in enumerate(sizes[:-1]):
        shapes[f"{name}{i + 1}.weights"] = (inputs, sizes[i + 1])
        shapes[f"{name}{i + 1}.bias"] = (sizes[i + 1],)
    shapes[f"{name}{len(sizes)}.weights"] = (sizes[-1], 1)
    return shapes


CONVOLUTIONS = {}
for n in range(1, LONGEST + 1):
    CONVOLUTIONS[f"convolution{n}.weights"] = (DIMENSIONS, n * FILTERS)
    CONVOLUTIONS[f"convolution{n}.bias"] = (FILTERS,)
WINDOWS, GATES, LAYERS = {}, {}, {}
for n in range(2, LONGEST + 1):
    WINDOWS |= {f"window{n}.weights": (n * n, FILTERS), f"window{n}.bias": (FILTERS,)}
for n in range(1, LONGEST + 1):
    GATES |= {f"salience.window{n}.weights": (n, FILTERS), f"salience.window{n}.bias": (FILTERS,)}
for i in range(len(POOLS)):
    inputs = 9 * (1 if i == 0 else FILTERS)
    LAYERS |= {f"layer{i + 1}.weights": (inputs, FILTERS), f"layer{i + 1}.bias": (FILTERS,)}
CELLS = POOLS[-1][0] * POOLS[-1][1] * FILTERS

MODELS = {
    "knrm": (knrm, EMBEDDINGS | {"weights": (11, 1)}),
    "s-knrm": (knrm, EMBEDDINGS | {"weights": (11, 1), "scale": (1,)} | SALIENCE(DIMENSIONS)),
    "conv-knrm": (conv_knrm, EMBEDDINGS | CONVOLUTIONS | {"weights": (99, 1)}),
    "s-conv-knrm": (
        conv_knrm,
        EMBEDDINGS | CONVOLUTIONS | {"weights": (99, 1), "scale": (1,)} | SALIENCE(FILTERS),
    ),
    "pacrr": (
        lambda *args: pacrr(*args, idf=True),
        EMBEDDINGS | WINDOWS | dense("combine", [PLACES * (LONGEST * TOP + 1), 100, 10]),
    ),
    "pacrr, lstm": (
        lambda *args: pacrr(*args, idf=True),
        EMBEDDINGS
        | WINDOWS
        | {
            "combine.input": (LONGEST * TOP + 1, 4),
            "combine.recurrent": (1, 4),
            "combine.bias": (4,),
        },
    ),
    "pacrr-noidf": (
        lambda *args: pacrr(*args, idf=False),
        EMBEDDINGS | WINDOWS | dense("combine", [PLACES * LONGEST * TOP, 100, 10]),
    ),
    "s-pacrr": (
        lambda *args: pacrr(*args, idf=False),
        EMBEDDINGS
        | WINDOWS
        | GATES
        | SALIENCE(DIMENSIONS)
        | dense("combine", [PLACES * LONGEST * TOP, 100, 10]),
    ),
    "match-pyramid": (match_pyramid, EMBEDDINGS | LAYERS | dense("dense", [CELLS, 10])),
}

OPTIONS = {
    "s-knrm": {"salienceUnits": UNITS},
    "conv-knrm": {"filters": FILTERS},
    "s-conv-knrm": {"filters": FILTERS, "salienceUnits": UNITS},
    "pacrr": {"filters": FILTERS, "top": TOP, "queryLength": PLACES},
    "pacrr, lstm": {"filters": FILTERS, "top": TOP, "queryLength": PLACES, "combine": "lstm"},
    "pacrr-noidf": {"filters": FILTERS, "top": TOP, "queryLength": PLACES},
    "s-pacrr": {"filters": FILTERS, "top": TOP, "queryLength": PLACES, "salienceUnits": UNITS},
    "match-pyramid": {
        "filters": FILTERS,
        "pools": ",".join(f"{height}x{width}" for height, width in POOLS),
        "hidden": "10",
    },
}


def first_step(name):
    forward, shapes = MODELS[name]
    p = {
        key: values(100_000 * (i + 1), shape).requires_grad_()
        for i, (key, shape) in enumerate(shapes.items())
    }
    scores = forward(p, *batch())
    loss = torch.relu(1 - scores[:TRIPLES] + scores[TRIPLES:]).mean()
    loss.backward()
    gradients = {}
    for key, parameter in p.items():
        flat = parameter.grad.flatten()
        every = math.ceil(len(flat) / KEPT)
        kept = [float(f"{value:.9g}") for value in flat[::every].tolist()]
        gradients[key] = {"every": every, "values": kept}
    return {
        "model": name.split(",")[0],
        "options": {"dimensions": DIMENSIONS} | OPTIONS.get(name, {}),
        "scores": scores.tolist(),
        "loss": loss.item(),
        "gradients": gradients,
    }


print(
    json.dumps(
        {
            "tool": f"PyTorch {torch.__version__.split('+')[0]}",
            "models": {name: first_step(name) for name in MODELS},
        },
    )
)

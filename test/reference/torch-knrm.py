"""Loss curves of KNRM and ConvKNRM in PyTorch, for the tests to compare with.

Run:  python test/reference/torch-knrm.py > test/reference/torch-knrm.json
The models are the usual padded implementations with masks, trained with Adam
for the network and SparseAdam for the embeddings. Weights and batches come
from a hash, so that the test makes the same ones without sharing a file.
"""

import json

import torch
from torch import nn

VOCABULARY, DIMENSIONS, FILTERS, LONGEST = 60, 16, 8, 3
TRIPLES, STEPS, RATE, EXACT_WIDTH = 8, 30, 0.001, 1e-3
# As in the code of the KNRM authors. The usual 1e-8 lets Adam follow the sign of gradients that
# are zero but for rounding: those of kernels that no cosine reaches.
EPSILON = 1e-5


def hashed(i):
    """A number in [0, 1) that depends on i alone (Knuth's multiplicative hash)."""
    return ((i * 2654435761) % 2**32) / 2**32


def values(start, *shape):
    """Values in [-1, 1), the next ones of the hash from `start` on."""
    count = 1
    for size in shape:
        count *= size
    return torch.tensor([2 * hashed(start + i) - 1 for i in range(count)]).reshape(shape)


def tokens(seed, longest):
    """Between 1 and `longest` token ids; id 1, the unknown word, among them."""
    length = 1 + int(hashed(seed) * longest)
    return [1 + int(hashed(seed * 31 + i + 1) * (VOCABULARY - 1)) for i in range(length)]


def padded(texts):
    width = max(len(text) for text in texts)
    return torch.tensor([text + [0] * (width - len(text)) for text in texts])


def batch(step):
    seeds = [1000 * (step + 1) + 10 * i for i in range(TRIPLES)]
    queries = [tokens(seed + 1, 6) for seed in seeds]
    better = [query[:2] + tokens(seed + 2, 20) for query, seed in zip(queries, seeds)]
    worse = [tokens(seed + 3, 20) for seed in seeds]
    return padded(queries + queries), padded(better + worse)


MEANS = torch.tensor([1.0] + [(9 - 2 * i) / 10 for i in range(10)])
WIDTHS = torch.tensor([EXACT_WIDTH] + [0.1] * 10)


def features(query, document, query_mask, document_mask):
    query = query / (query.norm(dim=-1, keepdim=True) + 1e-13)
    document = document / (document.norm(dim=-1, keepdim=True) + 1e-13)
    mask = query_mask.unsqueeze(2) * document_mask.unsqueeze(1)
    similarity = (query @ document.transpose(1, 2) * mask).unsqueeze(-1)
    kernels = torch.exp(-((similarity - MEANS) ** 2) / (2 * WIDTHS**2)) * mask.unsqueeze(-1)
    logs = torch.log(torch.clamp(kernels.sum(2), min=1e-10)) * 0.01
    return (logs * query_mask.unsqueeze(-1)).sum(1)


class Knrm(nn.Module):
    def __init__(self):
        super().__init__()
        self.embeddings = nn.Embedding(VOCABULARY, DIMENSIONS, sparse=True)
        self.weights = nn.Parameter(0.014 * values(10_000, 11, 1))

    def forward(self, query, document):
        masks = (query > 1).float(), (document > 1).float()
        return (features(self.embeddings(query), self.embeddings(document), *masks) @ self.weights)[:, 0]


class ConvKnrm(nn.Module):
    def __init__(self):
        super().__init__()
        self.embeddings = nn.Embedding(VOCABULARY, DIMENSIONS, sparse=True)
        self.convolutions = nn.ModuleList()
        for length in range(1, LONGEST + 1):
            convolution = nn.Conv1d(DIMENSIONS, FILTERS, length)
            weights = 0.2 * values(20_000 * length, DIMENSIONS, length, FILTERS)
            convolution.weight.data = weights.permute(2, 0, 1).contiguous()
            convolution.bias.data = 0.2 * values(20_000 * length + 5_000, FILTERS)
            self.convolutions.append(convolution)
        self.weights = nn.Parameter(0.014 * values(10_000, 99, 1))

    def grams(self, text):
        vectors = (self.embeddings(text) * (text > 1).float().unsqueeze(-1)).transpose(1, 2)
        return [
            torch.relu(conv(nn.functional.pad(vectors, (0, conv.kernel_size[0] - 1)))).transpose(1, 2)
            for conv in self.convolutions
        ]

    def forward(self, query, document):
        masks = (query > 0).float(), (document > 0).float()
        documents = self.grams(document)
        parts = [features(q, d, *masks) for q in self.grams(query) for d in documents]
        return (torch.cat(parts, dim=1) @ self.weights)[:, 0]


def curve(model):
    model.embeddings.weight.data = 0.5 * values(0, VOCABULARY, DIMENSIONS)
    network = [p for name, p in model.named_parameters() if not name.startswith("embeddings")]
    optimisers = [
        torch.optim.Adam(network, lr=RATE, eps=EPSILON),
        torch.optim.SparseAdam(list(model.embeddings.parameters()), lr=RATE, eps=EPSILON),
    ]
    losses = []
    for step in range(STEPS):
        scores = model(*batch(step))
        loss = torch.relu(1 - scores[:TRIPLES] + scores[TRIPLES:]).mean()
        losses.append(loss.item())
        for optimiser in optimisers:
            optimiser.zero_grad()
        loss.backward()
        for optimiser in optimisers:
            optimiser.step()
    return losses


def optimiser_path(make):
    """Three values under the loss Σ (i + 1) w² for five steps."""
    weights = nn.Parameter(torch.tensor([1.0, -2.0, 0.5]))
    optimiser = make([weights])
    for _ in range(5):
        optimiser.zero_grad()
        ((weights**2) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
        optimiser.step()
    return weights.tolist()


def clipped_path():
    weights = nn.Parameter(torch.tensor([1.0, -2.0, 0.5]))
    optimiser = torch.optim.SGD([weights], lr=0.1)
    for _ in range(5):
        optimiser.zero_grad()
        ((weights**2) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
        nn.utils.clip_grad_norm_([weights], 2.0)
        optimiser.step()
    return weights.tolist()


print(
    json.dumps(
        {
            "tool": f"PyTorch {torch.__version__.split('+')[0]}",
            "knrm": curve(Knrm()),
            "convKnrm": curve(ConvKnrm()),
            "sgd": optimiser_path(lambda p: torch.optim.SGD(p, lr=0.1)),
            "sgdWithDecay": optimiser_path(lambda p: torch.optim.SGD(p, lr=0.1, weight_decay=0.1)),
            "adam": optimiser_path(lambda p: torch.optim.Adam(p, lr=0.1)),
            "adamWithDecay": optimiser_path(lambda p: torch.optim.Adam(p, lr=0.1, weight_decay=0.1)),
            "adamw": optimiser_path(lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.1)),
            "clippedSgd": clipped_path(),
        },
        indent=2,
    )
)

"""PyTorch as a contestant of the training benchmark.

Told "train N" or "rerank N" on standard input, answers each with one line of
JSON. Arguments: folder, model (knrm or convKnrm), way (padded or distinct),
threads. `padded` is the usual implementation: batches padded to the longest
text, masks, SparseAdam. `distinct` is Termwise's own algorithm as far as
PyTorch allows it: each distinct word of a batch is embedded and projected
once, kernels see real cells only.
"""

import json
import sys
import time

import numpy
import torch
from torch import nn

folder, model_name, way, threads = sys.argv[1:5]
device = sys.argv[5] if len(sys.argv) > 5 else "cpu"
on_gpu = device != "cpu"
precision = "float32"
torch.set_num_threads(int(threads))
torch.set_default_device(device)
DIMENSIONS, FILTERS, LONGEST, RATE = 300, 128, 3, 0.001
MEANS = torch.tensor([1.0] + [(9 - 2 * i) / 10 for i in range(10)])
SLOPES = -1 / (2 * torch.tensor([1e-3] + [0.1] * 10) ** 2)


def weights(name, *shape):
    return torch.from_numpy(numpy.fromfile(f"{folder}/{name}.f32", dtype=numpy.float32)).reshape(shape).to(device)


def padded(texts):
    width = max(len(text) for text in texts)
    return torch.tensor([text + [0] * (width - len(text)) for text in texts])


def unit(x):
    return x / (x.norm(dim=-1, keepdim=True) + 1e-13)


def padded_features(query, document, query_mask, document_mask):
    mask = query_mask.unsqueeze(2) * document_mask.unsqueeze(1)
    similarity = (unit(query) @ unit(document).transpose(1, 2) * mask).unsqueeze(-1)
    kernels = torch.exp((similarity - MEANS) ** 2 * SLOPES) * mask.unsqueeze(-1)
    logs = torch.log(torch.clamp(kernels.sum(2), min=1e-10)) * 0.01
    return (logs * query_mask.unsqueeze(-1)).sum(1)


class Layout:
    """Where real tokens and cells are in padded ids, worked out once for a batch."""

    def __init__(self, query, document):
        self.words, places = torch.unique(torch.cat([query.flatten(), document.flatten()]), return_inverse=True)
        self.query = places[: query.numel()].reshape(query.shape)
        self.document = places[query.numel() :].reshape(document.shape)
        self.query_mask, self.document_mask = query > 0, document > 0
        mask = self.query_mask.unsqueeze(2) & self.document_mask.unsqueeze(1)
        self.cells = mask.flatten().nonzero()[:, 0]
        self.rows = self.cells // document.shape[1]


def ragged_features(query, document, layout):
    """Kernel features of unit rows in padded places; only real cells reach the kernels."""
    pairs, height = layout.query.shape
    cells = (query @ document.transpose(1, 2)).flatten()[layout.cells].unsqueeze(-1)
    kernels = torch.exp((cells - MEANS) ** 2 * SLOPES)
    counts = torch.zeros(pairs * height, 11).index_add(0, layout.rows, kernels)
    logs = torch.log(torch.clamp(counts, min=1e-10)) * 0.01
    return (logs.reshape(pairs, height, 11) * layout.query_mask.unsqueeze(-1)).sum(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        table = weights("embeddings", -1, DIMENSIONS)
        self.embeddings = nn.Embedding.from_pretrained(table, freeze=False, sparse=True)
        self.is_conv = model_name != "knrm"
        self.weights = nn.Parameter(weights("weights", -1, 1))
        self.convolutions = nn.ModuleList()
        for length in range(1, LONGEST + 1) if self.is_conv else []:
            convolution = nn.Conv1d(DIMENSIONS, FILTERS, length)
            stored = weights(f"convolution{length}.weights", DIMENSIONS, length, FILTERS)
            convolution.weight.data = stored.permute(2, 0, 1).contiguous()
            convolution.bias.data = weights(f"convolution{length}.bias", FILTERS)
            self.convolutions.append(convolution)

    def forward(self, query, document):
        return self.padded(query, document) if way == "padded" else self.distinct(query, document)

    def padded(self, query, document):
        masks = (query > 0).float(), (document > 0).float()
        if not self.is_conv:
            parts = [padded_features(self.embeddings(query), self.embeddings(document), *masks)]
        else:
            documents = self.padded_grams(document, masks[1])
            queries = self.padded_grams(query, masks[0])
            parts = [padded_features(q, d, *masks) for q in queries for d in documents]
        return (torch.cat(parts, 1) @ self.weights)[:, 0]

    def padded_grams(self, text, mask):
        vectors = (self.embeddings(text) * mask.unsqueeze(-1)).transpose(1, 2)
        return [
            torch.relu(conv(nn.functional.pad(vectors, (0, conv.kernel_size[0] - 1)))).transpose(1, 2)
            for conv in self.convolutions
        ]

    def distinct(self, query, document):
        layout = Layout(query, document)
        rows = self.embeddings(layout.words)
        if not self.is_conv:
            rows = unit(rows)
            parts = [ragged_features(rows[layout.query], rows[layout.document], layout)]
        else:
            rows = rows * (layout.words > 0).float().unsqueeze(-1)
            projected = [
                rows @ conv.weight.permute(1, 2, 0).reshape(DIMENSIONS, -1) for conv in self.convolutions
            ]
            queries = self.distinct_grams(projected, layout.query)
            documents = self.distinct_grams(projected, layout.document)
            parts = [ragged_features(q, d, layout) for q in queries for d in documents]
        return (torch.cat(parts, 1) @ self.weights)[:, 0]

    def distinct_grams(self, projected, places):
        grams = []
        for conv, rows in zip(self.convolutions, projected):
            total = rows[:, :FILTERS][places]
            for ahead in range(1, conv.kernel_size[0]):
                part = rows[:, ahead * FILTERS : (ahead + 1) * FILTERS][places[:, ahead:]]
                total = total + nn.functional.pad(part, (0, 0, 0, ahead))
            grams.append(unit(torch.relu(total + conv.bias)))
        return grams


def tensors(batch):
    queries = [triple["query"] for triple in batch]
    documents = [triple["better"] for triple in batch] + [triple["worse"] for triple in batch]
    return padded(queries + queries), padded(documents)


with open(f"{folder}/workload.json") as file:
    workload = json.load(file)
model = Model()
network = [p for name, p in model.named_parameters() if not name.startswith("embeddings")]
optimisers = [
    torch.optim.Adam(network, lr=RATE),
    torch.optim.SparseAdam(list(model.embeddings.parameters()), lr=RATE),
]
steps = 0


def compute(query, document):
    with torch.autocast("cuda", dtype=torch.float16, enabled=precision == "f16"):
        return model(query, document).float()


prepared = [tensors(batch) for batch in workload["batches"]] if on_gpu else []
prepared_documents = padded(workload["documents"]) if on_gpu else None


def train():
    global steps
    number = steps % len(workload["batches"])
    query, document = prepared[number] if on_gpu else tensors(workload["batches"][number])
    steps += 1
    scores = compute(query, document)
    half = len(scores) // 2
    loss = torch.relu(1 - scores[:half] + scores[half:]).mean()
    for optimiser in optimisers:
        optimiser.zero_grad()
    loss.backward()
    for optimiser in optimisers:
        optimiser.step()
    return loss.detach() if on_gpu else loss.item()


def rerank():
    with torch.no_grad():
        documents = prepared_documents if on_gpu else padded(workload["documents"])
        scores = compute(torch.tensor([workload["query"]]).expand(len(documents), -1), documents)
        if on_gpu:
            scores.cpu()


def train_ahead(count):
    """Steps without a wait in between; the milliseconds of each are their mean."""
    start = time.perf_counter()
    losses = [train() for _ in range(count)]
    torch.cuda.synchronize()
    mean = 1000 * (time.perf_counter() - start) / count
    return {"ms": [mean] * count, "cpu": [], "losses": [loss.item() for loss in losses]}


for line in sys.stdin:
    task, count = line.split()
    if task == "way":
        way = count
    if task == "precision":
        precision = count
        torch.backends.cuda.matmul.allow_tf32 = precision != "float32"
        torch.backends.cudnn.allow_tf32 = precision != "float32"
    if task in ("way", "precision"):
        print(json.dumps({"ms": [], "cpu": [], "losses": []}), flush=True)
        continue
    if on_gpu and task == "train":
        print(json.dumps(train_ahead(int(count))), flush=True)
        continue
    milliseconds, cpu, losses = [], [], []
    for _ in range(int(count)):
        start, used = time.perf_counter(), time.process_time()
        value = train() if task == "train" else rerank()
        milliseconds.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - used))
        if value is not None:
            losses.append(value)
    print(json.dumps({"ms": milliseconds, "cpu": cpu, "losses": losses}), flush=True)

"""PyTorch's part of bench/webgpu-encoder.ts: passages per second on CUDA.

Argument: JSON of lengths, batches, seconds, and the lengths of a mix. Writes a line of JSON for
each measurement. Weights are random: they change no time. Vectors are pooled, normalised and
copied to the CPU, as ours are, four batches at a time.
"""

import json
import sys
import time

import torch
from transformers import BertConfig, BertModel

task = json.loads(sys.argv[1])
config = BertConfig(
    vocab_size=30522,
    hidden_size=384,
    num_hidden_layers=6,
    num_attention_heads=12,
    intermediate_size=1536,
    max_position_embeddings=512,
)
MODES = {
    "float32": (torch.float32, False),
    "TF32": (torch.float32, True),
    "float16": (torch.float16, True),
}


def encode(model, ids, mask):
    states = model(input_ids=ids, attention_mask=mask).last_hidden_state
    if mask is None:
        pooled = states.mean(1)
    else:
        weights = mask.unsqueeze(-1).to(states.dtype)
        pooled = (states * weights).sum(1) / weights.sum(1)
    return torch.nn.functional.normalize(pooled.float(), dim=1)


def report(mode, tokens, batch, rate):
    print(json.dumps({"mode": mode, "tokens": tokens, "batch": batch, "rate": rate}), flush=True)


def mixed(model, lengths, size):
    """Batches of `size` passages in the order given, each padded to its longest."""
    out = []
    for at in range(0, len(lengths), size):
        part = torch.tensor(lengths[at : at + size], device="cuda")
        longest = int(max(lengths[at : at + size]))
        ids = torch.randint(1000, 21000, (len(part), longest), device="cuda")
        mask = (torch.arange(longest, device="cuda")[None, :] < part[:, None]).long()
        out.append(encode(model, ids, mask))
    return torch.cat(out).cpu()


with torch.inference_mode():
    for mode, (dtype, tf32) in MODES.items():
        torch.backends.cuda.matmul.allow_tf32 = tf32
        torch.backends.cudnn.allow_tf32 = tf32
        config._attn_implementation = "sdpa"
        model = BertModel(config, add_pooling_layer=False).to("cuda", dtype).eval()
        kind = model.config._attn_implementation
        print(f"PyTorch {torch.__version__}, {mode}, attention {kind}", file=sys.stderr)
        for tokens in task["lengths"]:
            for batch in task["batches"]:
                ids = torch.randint(1000, 21000, (batch, tokens), device="cuda")
                for _ in range(3):
                    encode(model, ids, None)
                torch.cuda.synchronize()
                start, count = time.perf_counter(), 0
                while time.perf_counter() - start < task["seconds"]:
                    torch.cat([encode(model, ids, None) for _ in range(4)]).cpu()
                    count += 4 * batch
                report(mode, tokens, batch, count / (time.perf_counter() - start))
        for name, lengths in (("", task["mix"]), (" sorted", sorted(task["mix"]))):
            mixed(model, lengths[:1024], 256)
            start = time.perf_counter()
            mixed(model, lengths, 256)
            report(mode + name, "mix", len(lengths), len(lengths) / (time.perf_counter() - start))

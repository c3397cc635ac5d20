"""Word pieces by Hugging Face's tokenizers, for the tests to compare with.

Run:  python test/reference/word-pieces.py > test/reference/word-pieces.json
Two small tokenisers of BERT's kind, one without case and accents and one with
both, over a vocabulary made here; texts of all kinds, some of them random.
"""

import json
import random

import tokenizers
from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

SPECIAL = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789ABCXYZéüñßøαβσςжия中国日本語한"
MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~、。«»…—€"
WORDS = (
    "the of what is are how who when where search rank word words piece term weight "
    "new york play run walk un break able ment ion ing ed er est ly s es re pre "
    "straße naïve café Paris Über 北 京 ##able ##ment ##ion ##ing ##ed ##er ##est ##ly ##s ##es ##ness "
    "##ized ##break ##play ##日 ##本"
).split()

TEXTS = """
what is the weight of a term
How are glacier caves formed ?
unbreakable words, unplayable plays; re-ranked runs!
The quick brown fox jumps over the lazy dog.
New York's best café — naïve, über-straße
ALL CAPITALS AND some Lower And MiXeD
don't can't it's 'quoted' "double" `back`
e-mail: someone@example.org, see https://example.org/a/b?c=d&e=f#g
1,234.56 + 7e-8 = $9.99 (50% off) #1 @home ^up ~about |bar| \\back {set} <tag>
3rd 21st 4x4 mp3 a1b2c3
İstanbul Ångström Łódź Zürich São Paulo Đà Nẵng
Ελλάδα ΣΊΣΥΦΟΣ σοφός
Москва и Йошкар-Ола, ёлка
中国北京日本語
日本語のテキストと漢字
한국어 텍스트
北京 and Tokyo 東京 mixed中with国text
العربية نص مع تشكيل مُحَمَّد
עברית עם ניקוד שָׁלוֹם
हिन्दी में पाठ
ภาษาไทย
emoji 😀 👍🏽 🇩🇪 ❤️ done
full-width ＡＢＣ１２３ ！？
ligatures ﬁ ﬂ ﬀ and ½ ² ³ ™ © ®
soft\u00adhyphen zero\u200bwidth joiner\u200djoin mark\ufeffbom
non\u00a0breaking thin\u2009space ideographic\u3000space line\u2028sep para\u2029sep
vertical\u000btab form\u000cfeed nel\u0085nel
null\u0000char bell\u0007 escape\u001b[0m delete\u007f replacement\ufffd
combining e\u0301 a\u0308 n\u0303 precomposed é ä ñ
private\ue000use unassigned\u0378 noncharacter\ufdd0
[CLS] typed [SEP] marks [MASK] and [PAD] [UNK] [cls] [ SEP ]
x[SEP]y [[SEP]] [SEP
...!!!??? --- *** ___ ((( )))
¡Hola! ¿Qué? «sí» „nein“ ‚ja‘ … – —
    leading and trailing    spaces   
a
.
""".strip("\n").split("\n")


def texts():
    made = list(TEXTS)
    made += ["tab\tnew\nline\r\nreturn", "", " ", "\n\t\r", "a" * 100, "a" * 101, "é" * 100, "中" * 5, "un" * 50, "un" * 51, "break" * 20]
    made += [f"{word}{tail}" for word in ("play", "walk", "break", "search") for tail in ("", "ed", "ing", "er", "s", "ness", "able", "xq")]
    made += [f"{before}the{after}" for before in ("", "(", "'", "中", "\u00ad", "é") for after in ("", ")", ".", "s", "ment")]
    random.seed(7)
    # Characters of Unicode 9, which both sides know alike.
    pools = ["abcdefg hijklm ", "ABC XYZ éüñ ß", "!?.,;:-'\"()[] ", "中国 日本語 한", "αβσς жия ", "\t\n \u00a0\u200b\u0301\u0308", "0123456789 "]
    for _ in range(120):
        made.append("".join(random.choice(random.choice(pools)) for _ in range(random.randrange(1, 30))))
    return made


def tokenizer(lowercase, strip_accents):
    pieces = SPECIAL + sorted({*LETTERS, *MARKS}) + sorted({"##" + letter for letter in LETTERS})
    pieces += [word for word in dict.fromkeys(WORDS) if word not in pieces]
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    made = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    made.normalizer = BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
    made.pre_tokenizer = BertPreTokenizer()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
    )
    made.add_special_tokens([AddedToken(piece, normalized=False, special=True) for piece in SPECIAL if piece != "[unused0]"])
    return made


def pairs(made):
    words = "search the new york words".split()
    found = []
    for first in (0, 1, 4, 9, 20):
        for second in (0, 1, 5, 9, 20):
            a = " ".join(words[i % 5] for i in range(first))
            b = " ".join(words[(i + 2) % 5] for i in range(second))
            for longest in (8, 13, 24):
                for strategy in ("longest_first", "only_second"):
                    if strategy == "only_second" and first >= longest - 3:
                        continue
                    made.enable_truncation(longest, strategy=strategy)
                    encoded = made.encode(a, b)
                    found.append({"first": a, "second": b, "longest": longest, "strategy": strategy,
                                  "ids": encoded.ids, "sides": encoded.type_ids})
    made.no_truncation()
    return found


plain, cased = tokenizer(True, None), tokenizer(False, None)
print(json.dumps({
    "made with": f"tokenizers {tokenizers.__version__}",
    "tokenizers": {"uncased": json.loads(plain.to_str()), "cased": json.loads(cased.to_str())},
    "cases": [{"text": text,
               "uncased": plain.encode(text, add_special_tokens=False).ids,
               "cased": cased.encode(text, add_special_tokens=False).ids} for text in texts()],
    "pairs": pairs(plain),
}, ensure_ascii=True))

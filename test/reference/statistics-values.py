"""Makes test/golden/evaluation/statistics.json: what scipy and statsmodels say.

Usage, on a development machine (the tests only read what is stored):

    python3 -m venv .build/reference
    .build/reference/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    .build/reference/bin/python test/reference/statistics-values.py && npm run format
"""

import itertools
import json
import pathlib

import numpy as np
import pandas as pd
import scipy
import scipy.stats as st
import statsmodels
import statsmodels.api as sm
import statsmodels.formula.api as smf

chance = np.random.default_rng(20260101)


def column(values):
    return [float(v) for v in values]


def paired():
    """Per-query values of two systems: continuous, and fractions with ties and zeros."""
    for n in (2, 5, 10, 30, 49, 50, 51, 200):
        a = chance.random(n).round(4)
        yield "continuous", a, np.clip(a + chance.normal(0.02, 0.1, n), 0, 1).round(6)
    for n in (10, 40, 300):
        ranks = chance.integers(1, 6, (2, n))
        yield "reciprocal ranks", *(1 / ranks)
    for n in (15, 100):
        yield "tenths", *(chance.integers(0, 11, (2, n)) / 10)


def pairs():
    for kind, a, b in paired():
        d = np.round(b - a, 12)
        t = st.ttest_rel(b, a)
        tied = len(set(np.abs(d))) < len(d) or (d == 0).any()
        exact = not tied and len(d) <= 50
        w = st.wilcoxon(d, zero_method="wilcox", method="exact" if exact else "asymptotic")
        ties = {"spearman": st.spearmanr(a, b), "kendall": None} if len(a) > 2 else None
        entry = {
            "kind": kind,
            "a": column(a),
            "b": column(b),
            "t": [float(t.statistic), float(t.pvalue)],
            "wilcoxon": [float(w.statistic), float(w.pvalue), exact],
        }
        if ties:
            untied = len(set(a)) == len(a) and len(set(b)) == len(b)
            k = st.kendalltau(a, b, method="exact" if untied and len(a) <= 33 else "asymptotic")
            entry["spearman"] = column(ties["spearman"])
            entry["kendall"] = column(k)
        yield entry


def tukey():
    for systems, queries in ((2, 12), (3, 25), (5, 50), (8, 225)):
        hard = chance.random(queries) * 0.6
        values = [hard + i * 0.01 + chance.normal(0.1, 0.08, queries) for i in range(systems)]
        values = np.round(values, 6)
        table = pd.DataFrame(
            [(s, q, values[s][q]) for s in range(systems) for q in range(queries)],
            columns=["system", "query", "value"],
        )
        fit = smf.ols("value ~ C(system) + C(query)", table).fit()
        error, degrees = float(fit.mse_resid), float(fit.df_resid)
        rows = []
        for i, j in itertools.combinations(range(systems), 2):
            q = abs(values[i].mean() - values[j].mean()) / np.sqrt(error / queries)
            rows.append([i, j, float(q), float(st.studentized_range.sf(q, systems, degrees))])
        yield {"values": [column(v) for v in values], "error": error, "degrees": degrees, "pairs": rows}


result = {
    "tool": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "tTail": [
        [t, df, float(2 * st.t.sf(t, df))]
        for t in (0.001, 0.3, 1, 2, 5, 12, 40)
        for df in (1, 2, 5, 9, 29, 100, 999, 6979, 364936)
    ],
    "normalTail": [[z, float(st.norm.sf(z))] for z in (-6, -2, -0.1, 0, 0.5, 1, 2.4, 2.5, 2.6, 4, 8, 20, 37)],
    "logGamma": [[x, float(scipy.special.gammaln(x))] for x in (0.01, 0.5, 1.5, 3, 9.7, 14.9, 15.1, 100, 3490)],
    "rangeTail": [
        [q, k, df, float(st.studentized_range.sf(q, k, df))]
        for q in (0.1, 1, 2.5, 3.5, 5, 8)
        for k in (2, 3, 5, 10, 30)
        for df in (1, 2, 5, 12, 60, 500, 5000)
    ],
    "quantile": [
        [[3.0, 1.0, 4.0, 1.5, 9.0, 2.6], share, float(np.quantile([3, 1, 4, 1.5, 9, 2.6], share))]
        for share in (0, 0.025, 0.3, 0.5, 0.975, 1)
    ],
    "pairs": list(pairs()),
    "tukey": list(tukey()),
}
out = pathlib.Path(__file__).parent.parent / "golden" / "evaluation" / "statistics.json"
out.write_text(json.dumps(result) + "\n")

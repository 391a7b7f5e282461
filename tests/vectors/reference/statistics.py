"""The values of interval.json and calibration.json by other means: statsmodels, SciPy and brute force.

python -m pip install scipy==1.17.1 statsmodels==0.15.0 && python tests/vectors/reference/statistics.py
"""
from itertools import permutations
from math import sqrt

from scipy.stats import kendalltau, theilslopes
from statsmodels.stats.proportion import proportion_confint


def newcombe(before, after, n, gained=None):
    """Method 10 of Newcombe (1998) for counts before, after and gained; without gained, phi = 0."""
    p1, p2 = before / n, after / n
    l1, u1 = proportion_confint(before, n, method="wilson")
    l2, u2 = proportion_confint(after, n, method="wilson")
    phi = 0.0
    if gained is not None:
        e, g = after - gained, gained
        f = before - e
        h = n - e - f - g
        under = (e + f) * (g + h) * (e + g) * (f + h)
        top = e * h - f * g
        phi = 0.0 if under == 0 else (max(top - n / 2, 0) if top > 0 else top) / sqrt(under)
    low = sqrt((p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2)
    high = sqrt((u1 - p1) ** 2 - 2 * phi * (u1 - p1) * (p2 - l2) + (p2 - l2) ** 2)
    return p1 - p2 - low, p1 - p2 + high


def best_cut(points):
    """Greatest Youden index, then widest gap, then lowest: every cut tried."""
    good = [r for r, bad in points if not bad]
    bad = [r for r, is_bad in points if is_bad]
    ratios = sorted({r for r, _ in points})
    cuts = [(low, high) for low, high in zip(ratios, ratios[1:])]
    rated = []
    for low, high in cuts:
        k = low + (high - low) / 2
        # Whole numbers, so that equal indices are equal.
        index = sum(r > k for r in bad) * len(good) - sum(r > k for r in good) * len(bad)
        if index > 0:
            rated.append((index, high - low, -k))
    return -max(rated)[2] if rated else None


def calibrate(points):
    k = best_cut(points)
    held = [best_cut(points[:i] + points[i + 1 :]) for i in range(len(points))]
    right = sum(c is not None and (r > c) == bad for c, (r, bad) in zip(held, points))
    found = [c for c in held if c is not None]
    low, high = proportion_confint(right, len(points), method="wilson")
    return {"k": k, "range": (min(found), max(found)), "heldOut": right / len(points), "certainty": (low, high)}


def chances(n):
    """The chance of a sum of two Kendall statistics of n values each, from all orders."""
    one = [round(kendalltau(range(n), order).statistic * n * (n - 1) / 2) for order in permutations(range(n))]
    counts = {s: one.count(s) for s in set(one)}
    pairs = [(a + b, x * y) for a, x in counts.items() for b, y in counts.items()]
    return {least: sum(c for s, c in pairs if s >= least) for least in (8, 10, 12, 14)}, len(one) ** 2


if __name__ == "__main__":
    for case in [(188, 176, 200, 3), (166, 142, 200, 2), (50, 50, 50, 0), (48, 38, 50, 2), (41, 39, 100, 0),
                 (83, 71, 100), (41, 39, 100), (160, 100, 200), (20, 0, 20)]:
        print("interval", case, *(f"{end:.12f}" for end in newcombe(*case)))
    clean = [(0.25, False), (0.5, False), (0.75, False), (1.0, False), (2.0, True), (2.5, True), (4.0, True)]
    mixed = [(0.25, False), (0.5, False), (1.0, True), (1.25, False), (2.0, True), (2.25, False), (2.5, True), (3.0, True)]
    for name, points in (("clean", clean), ("mixed", mixed)):
        print("calibrate", name, calibrate(points))
    for n in (4, 5, 6):
        print("chances", n, *chances(n))
    for losses in ([0.03, 0.06, 0.08, 0.12], [0.03, 0.03, 0.06, 0.06], [0.08, 0.12, 0.13, 0.14, 0.03]):
        print("slope", losses, f"{theilslopes(losses).slope:.12f}")

"""Runs both pipelines on real embeddings and writes the traces. See README.md for what is measured and how it was defined beforehand."""

import argparse
import json
import os
import pathlib
import subprocess

from embed import Embedder
from pipelines import Store, guarded, naive
from facts import generate

ENTRIES, CYCLES = 2000, 12
# A folder for what the ledger was given, to look into.
DUMP = os.environ.get("DUMP")
# Budget (share of the tokens at the start), threshold (cosine), arrivals a cycle
SETTINGS = [(0.8, 0.92, 40), (0.9, 0.9, 60)]
# What the naive pipeline takes a store down to in a cycle, whatever the budget.
NAIVE = 0.85


class Bridge:
    """Calls of the package, through Node."""

    def __init__(self, package):
        script = pathlib.Path(__file__).with_name("bridge.mjs")
        self.process = subprocess.Popen(["node", script, package], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, call, **request):
        self.process.stdin.write(json.dumps({"call": call, **request}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def trace(embedder, bridge, pipeline, seed, budget, threshold, arrivals):
    """One run: its cycles, and where its lost probes went by the script's own log and by the store's ledger."""
    entries, facts = generate(seed, ENTRIES + CYCLES * arrivals)
    store = Store(embedder, bridge, facts)
    store.arrive(entries[:ENTRIES])
    hard = budget * store.tokens()
    cycles = []
    for number in range(1, CYCLES + 1):
        start = ENTRIES + (number - 1) * arrivals
        store.arrive(entries[start : start + arrivals])
        tokens, live = store.tokens(), len(store.live)
        answered = store.answered()
        gone = naive(store, threshold, min(hard, NAIVE * tokens)) if pipeline == "naive" else guarded(store, threshold, hard)
        after = store.answered()
        cycles.append({
            "tokensBefore": tokens, "tokensAfter": store.tokens(), "coverageBefore": len(answered) / len(store.probes), "coverageAfter": len(after) / len(store.probes),
            "dedupRate": gone / live, "probes": len(store.probes), "gained": len(after - answered),
        })
    if DUMP:
        pathlib.Path(f"{DUMP}/{pipeline}-{seed}-{budget}.json").write_text(json.dumps({"records": store.applied, "probes": store.asked(store.probes), "log": store.lost}))
    return {"pipeline": pipeline, "seed": seed, "budget": budget, "threshold": threshold, "arrivals": arrivals, "cycles": cycles, "probes": store.compare()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--package", default="pkg/dist/index.js")
    parser.add_argument("--seeds", default="1-6")
    args = parser.parse_args()
    first, last = map(int, args.seeds.split("-"))
    embedder, bridge, traces = Embedder(), Bridge(args.package), []
    for seed in range(first, last + 1):
        embedder.known.clear()
        for setting in SETTINGS:
            for pipeline in ("naive", "guarded"):
                traces.append(trace(embedder, bridge, pipeline, seed, *setting))
                curve = " ".join(f"{cycle['coverageAfter']:.2f}" for cycle in traces[-1]["cycles"])
                print(seed, setting, pipeline, curve, traces[-1]["probes"], flush=True)
                lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in traces)
                pathlib.Path(args.out).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()

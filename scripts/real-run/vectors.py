"""Writes traces (files of run.py) as vectors: every run, with what must hold on it. python vectors.py OUT FILE...

Cases that OUT marks open stay so; the mark is set by hand.
"""

import json
import os
import sys

out, *files = sys.argv[1:]
held = json.load(open(out))["cases"] if os.path.exists(out) else []
opened = {case["name"]: case["open"] for case in held if "open" in case}
HALTS = [f"halt:{reason}" for reason in ("coverage-loss", "attractor", "diverging", "forecast", "flatline")]
cases = []
for file in files:
    for trace in json.load(open(file)):
        cycles = [{field: round(value, 6) for field, value in cycle.items()} for cycle in trace["cycles"]]
        case = {"name": f"{trace['pipeline']}, seed {trace['seed']}, budget {trace['budget']}, threshold {trace['threshold']}, {trace['arrivals']} arrivals", "rule": "H5", "rules": {"onWatch": "halt"}, "cycles": cycles}
        if cycles[-1]["coverageAfter"] >= 0.85 * cycles[0]["coverageBefore"]:
            case["expect"] = {"told": {"$lacks": HALTS}}
        if case["name"] in opened:
            case["open"] = opened[case["name"]]
        cases.append(case)
lines = ",\n    ".join(json.dumps(case) for case in cases)
open(out, "w").write('{\n  "rules": "H5 on recorded runs (scripts/real-run): a healthy one never halts, even if the host halts on early signs",\n  "call": "checkCycles",\n  "cases": [\n    ' + lines + "\n  ]\n}\n")

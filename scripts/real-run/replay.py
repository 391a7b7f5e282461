"""Where lost answers went, anew from dumps of run.py (DUMP=FOLDER), and what the ledger says: python replay.py PACKAGE/dist/index.js DUMP...

A log of its own: it looks at texts, step by step, and knows nothing of the ledger. A probe's holders are the live entries that came of its own entries and hold its answer.
"""

import json
import sys

from pipelines import holds
from run import Bridge


def log_of(records, probes):
    """For each lost probe the step that took its last holder."""
    answers = {probe["id"]: probe["answers"][0] for probe in probes}
    by_entry, live, dead, holders, lost, members = {}, {}, {}, {id: set() for id in answers}, {}, {}
    for probe in probes:
        for id in probe["from"]:
            by_entry.setdefault(id, set()).add(probe["id"])

    def add(id, text, asked):
        live[id] = (text, asked)
        for probe in asked:
            if holds(text, answers[probe]):
                holders[probe].add(id)
                lost.pop(probe, None)

    def take(ids, step):
        for id in ids:
            dead[id] = live.pop(id)
            for probe in dead[id][1]:
                if id in holders[probe]:
                    holders[probe].remove(id)
                    if not holders[probe]:
                        lost[probe] = step

    for cycle, some in enumerate(records, 1):
        for record in some:
            kind, id = record["kind"], record["id"]
            step = {"kind": kind, "into": id if kind == "summary" else record.get("into"), "cycle": cycle}
            if kind == "source":
                add(id, record["text"], by_entry.get(id, set()))
            elif kind == "summary":
                members[id] = record["replaces"]
                add(id, record["text"], set().union(*(live[one][1] for one in record["replaces"])))
                take(record["replaces"], step)
            elif kind == "merged":
                add(record["into"], live[record["into"]][0], live[record["into"]][1] | live[id][1])
                take([id], step)
            elif kind == "dropped":
                take([id], step)
            else:
                for one in members[id] if kind == "expanded" else [id]:
                    add(one, *dead[one])
                if kind == "expanded":
                    take([id], step)
    return lost


def main():
    bridge, all_right, all_lost = Bridge(sys.argv[1]), 0, 0
    for file in sys.argv[2:]:
        dump = json.load(open(file))
        bridge("reset")
        for records in dump["records"]:
            bridge("apply", records=records)
        log, wrong = log_of(dump["records"], dump["probes"]), []
        for trace in bridge("trace", probes=dump["probes"]):
            said = next(({"kind": {"summarised": "summary"}.get(loss["kind"], loss["kind"]), "into": loss.get("into"), "cycle": loss["cycle"]} for loss in trace["losses"]), None)
            own = log.get(trace["probe"])
            if said != own:
                wrong.append((trace["probe"], said, own))
        right = len(log) - sum(own is not None for _, _, own in wrong)
        all_right, all_lost = all_right + right, all_lost + len(log)
        print(file.rsplit("/", 1)[-1], f"{right} of {len(log)} lost probes traced to the step of the log;", "others:", wrong[:2])
    print(f"{all_right} of {all_lost}")


if __name__ == "__main__":
    main()

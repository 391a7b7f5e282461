"""The store and the two pipelines that compact it."""

import math
import random
import re

import numpy as np

TOP = 5


class Store:
    """Live entries with their vectors, the ledger in the package, probes, and a log of its own of where each answer went."""

    def __init__(self, embedder, bridge, facts):
        self.embedder, self.bridge, self.facts = embedder, bridge, {fact["id"]: fact for fact in facts}
        self.live, self.sources, self.probes, self.own, self.lost = {}, {}, [], [], {}
        self.cycle, self.born, self.records, self.made = 1, {}, [], 0
        self.gone, self.members, self.applied = {}, {}, []
        bridge("reset")

    def arrive(self, entries):
        """Takes new entries. Of new facts, one in seven becomes a probe that is measured, one in seven a probe of the pipeline's own."""
        for entry in entries:
            known = entry["fact"] in self.sources
            # Said again, it is back.
            self.lost.pop(entry["fact"], None)
            self.sources.setdefault(entry["fact"], []).append(entry["id"])
            self.born[entry["id"]] = len(self.born)
            self.live[entry["id"]] = {"text": entry["text"], "facts": {entry["fact"]}, "generation": 0}
            self.records.append({"kind": "source", "id": entry["id"], "text": entry["text"], "tokens": self.embedder.tokens(entry["text"])})
            if not known:
                draw = random.Random(f"probe {entry['fact']}").randrange(7)
                if draw == 0:
                    self.probes.append(entry["fact"])
                elif draw == 1:
                    self.own.append(entry["fact"])

    def tokens(self):
        return sum(self.embedder.tokens(entry["text"]) for entry in self.live.values())

    def vectors(self, ids):
        return self.embedder.embed([self.live[id]["text"] for id in ids])

    def answered(self):
        """The measured probes that one of the nearest live entries answers."""
        ids = list(self.live)
        questions = self.embedder.embed([self.facts[probe]["question"] for probe in self.probes])
        scores = questions @ self.vectors(ids).T
        nearest = np.argsort(-scores, axis=1, kind="stable")[:, :TOP]
        return {probe for probe, row in zip(self.probes, nearest) if any(holds(self.live[ids[at]]["text"], self.facts[probe]["answer"]) for at in row)}

    def remove(self, ids, record, into=None, facts=()):
        """Takes entries out, with a record for the ledger; logs each probe of theirs whose last holder went."""
        self.records.append(record)
        touched = {fact for id in ids for fact in self.live[id]["facts"]}
        for id in ids:
            self.gone[id] = self.live.pop(id)
        for fact in touched & set(self.probes):
            holders = [entry for entry in self.live.values() if fact in entry["facts"] and holds(entry["text"], self.facts[fact]["answer"])]
            if not holders and fact not in self.lost:
                self.lost[fact] = {"kind": record["kind"], "into": into, "cycle": self.cycle}

    def merge(self, id, into):
        # The one that stays now stands for the facts of both.
        for fact in self.live[id]["facts"] & self.lost.keys():
            if holds(self.live[into]["text"], self.facts[fact]["answer"]):
                del self.lost[fact]
        self.live[into]["facts"] |= self.live[id]["facts"]
        self.remove([id], {"kind": "merged", "id": id, "into": into}, into)

    def summarise(self, ids, text):
        self.made += 1
        name = f"s{self.made}"
        self.members[name] = ids
        self.born[name] = len(self.born)
        facts = set().union(*(self.live[id]["facts"] for id in ids))
        self.live[name] = {"text": text, "facts": facts, "generation": 1 + max(self.live[id]["generation"] for id in ids)}
        # Another fact's answer may be the same words: with it in its lineage, a lost probe is answered there again.
        for fact in facts & self.lost.keys():
            if holds(text, self.facts[fact]["answer"]):
                del self.lost[fact]
        self.remove(ids, {"kind": "summary", "id": name, "text": text, "replaces": ids, "tokens": self.embedder.tokens(text)}, name)

    def expand(self, target):
        """Takes back what lost probes of the pipeline's own need, within the budget."""
        self.flush()
        self.records = self.bridge("plan", probes=self.asked(self.own), budget=max(0, int(target - self.tokens())))
        for record in self.records:
            if record["kind"] == "expanded":
                self.gone[record["id"]] = self.live.pop(record["id"])
            for id in self.members[record["id"]] if record["kind"] == "expanded" else [record["id"]]:
                self.live[id] = self.gone.pop(id)
                for fact in self.live[id]["facts"]:
                    if holds(self.live[id]["text"], self.facts[fact]["answer"]):
                        self.lost.pop(fact, None)
        if self.records:
            self.flush()

    def flush(self):
        """Gives the ledger what was done since the last time: a cycle of its own."""
        self.bridge("apply", records=self.records)
        self.applied.append(self.records)
        self.records = []
        self.cycle += 1

    def asked(self, facts):
        return [{"id": fact, "from": self.sources[fact], "answers": [self.facts[fact]["answer"]]} for fact in facts]

    def compare(self):
        """Each probe whose answer left the store: where the ledger says it went, against this script's own log."""
        right, wrong = 0, []
        for trace in self.bridge("trace", probes=self.asked(self.probes)):
            said = next(({"kind": {"summarised": "summary"}.get(loss["kind"], loss["kind"]), "into": loss.get("into"), "cycle": loss["cycle"]} for loss in trace["losses"]), None)
            own = self.lost.get(trace["probe"])
            if said == own:
                right += own is not None
            else:
                wrong.append({"probe": trace["probe"], "ledger": said, "log": own})
        missing = set(self.probes) - self.answered()
        kinds = {}
        for loss in self.lost.values():
            kinds[loss["kind"]] = kinds.get(loss["kind"], 0) + 1
        return {"all": len(self.probes), "lost": kinds, "traced": right, "differ": wrong[:5], "differing": len(wrong), "unanswered": len(missing), "notRetrieved": len(missing - set(self.lost))}


def holds(text, answer):
    """Whether the answer's words stand in the text, whole and one after another, in whatever case."""
    return re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE) is not None


def naive(store, threshold, target):
    """Dedup of everything, then truncating summaries of the oldest entries until the target is met. How many entries dedup took."""
    ids = sorted(store.live, key=store.born.get)
    similar = np.triu(store.vectors(ids) @ store.vectors(ids).T >= threshold, 1)
    gone = 0
    for at, id in enumerate(ids):
        # The older goes into the newest that is like it; that one is still there, for only older ones have gone.
        later = np.flatnonzero(similar[at])
        if len(later):
            store.merge(id, ids[later[-1]])
            gone += 1
    clusters(store, target, lambda entry: True, truncated)
    store.flush()
    return gone


def truncated(texts):
    """A lossy summary: three quarters of each text's words, 48 words at most."""
    words = "; ".join(" ".join(words[: math.ceil(0.75 * len(words))]) for words in map(str.split, texts)).split()
    return " ".join(words[:48])


def clusters(store, target, eligible, shorten):
    """The oldest eligible entry and its two nearest become one, again and again, until the target is met. Those of one pass are made once."""
    tokens = store.tokens()
    ids = sorted((id for id in store.live if eligible(store.live[id])), key=store.born.get)
    scores = store.vectors(ids) @ store.vectors(ids).T
    free = np.ones(len(ids), dtype=bool)
    for at, id in enumerate(ids):
        if tokens <= target:
            return
        if not free[at]:
            continue
        row = np.where(free, scores[at], -2)
        row[at] = 3
        near = [other for other in np.argsort(-row, kind="stable")[:3] if row[other] > -2]
        members = sorted((ids[other] for other in near), key=store.born.get)
        texts = [store.live[member]["text"] for member in members]
        summary = shorten(texts)
        saves = 0 if summary is None else sum(map(store.embedder.tokens, texts)) - store.embedder.tokens(summary)
        free[at] = False
        if saves <= 0:
            continue
        free[near] = False
        store.summarise(members, summary)
        tokens -= saves


def concise(store, texts):
    """A summary that cluster fidelity accepts, or nothing: the sentences with a figure or with a name that does not stand first; if that is refused, those as well that held what was lost."""
    wanted = []
    for _ in range(2):
        kept = []
        for text in texts:
            for sentence in re.split(r"(?<=[.;])\s+", text):
                if sentence not in kept and (re.search(r"\d|\s[A-Z]", sentence) or any(part in sentence for part in wanted)):
                    kept.append(sentence)
        answer = store.bridge("fidelity", members=texts, summary=" ".join(kept))
        if answer["accepted"]:
            return " ".join(kept)
        wanted = [element["text"] for element in answer["lost"]]
    return None


def guarded(store, threshold, target):
    """The package's guard, fidelity and re-expansion. How many entries dedup took."""
    ids = sorted((id for id in store.live if store.live[id]["generation"] == 0), key=store.born.get)
    scores = store.vectors(ids) @ store.vectors(ids).T
    pairs = [{"first": ids[a], "second": ids[b], "cosine": min(1.0, float(scores[a, b]))} for a, b in zip(*np.nonzero(np.triu(scores >= threshold, 1)))]
    named = {pair[side] for pair in pairs for side in ("first", "second")}
    merges = store.bridge("dedup", entries=[{"id": id, "text": store.live[id]["text"]} for id in ids if id in named], pairs=pairs, threshold=threshold)["merges"]
    for merge in merges:
        store.merge(merge["id"], merge["into"])
    clusters(store, target, lambda entry: entry["generation"] == 0, lambda texts: concise(store, texts))
    tokens, protected = store.tokens(), set(store.own)
    for id in sorted(store.live, key=store.born.get):
        if tokens > target and not store.live[id]["facts"] & protected:
            tokens -= store.embedder.tokens(store.live[id]["text"])
            store.remove([id], {"kind": "dropped", "id": id})
    store.expand(target)
    return len(merges)


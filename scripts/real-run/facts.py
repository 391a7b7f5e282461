"""Invented facts as memory entries, and questions with exact answers. The same seed gives the same facts."""

import random

FIRST = "Marta Jonas Ilse Pavel Noor Tomas Greta Ruben Sanne Olek Dina Emil Petra Yusuf Linnea Marek Aino Bruno Carla Davit Elif Franka Goran Hedda Ivo".split()
LAST = "Kellner Brandt Oduya Virtanen Sokol Marchetti Lindqvist Haas Petrov Nakamura Ferrer Okafor Dahl Winter Ozturk Kovacs Moreau Blum Castell Ritter".split()
SERVICES = "atlas borea cinder dorsal ember fathom garnet harbor indigo juniper kestrel lantern marble nimbus onyx pollen quarry raven saffron tundra umber velvet willow xenon yarrow zephyr".split()
ATTRIBUTES = ["retry limit", "request timeout", "batch size", "cache lifetime", "worker count", "queue depth", "page size", "log retention", "rate limit", "memory ceiling", "connection pool", "health interval"]
UNITS = ["attempts", "ms", "rows", "seconds", "workers", "messages", "items", "days", "requests", "megabytes", "connections", "minutes"]
CLIENTS = [a + b for a in "Nord Sued Ost West Alpen Ufer Wald Berg Stern Brunnen".split() for b in "werk markt bau druck haus licht".split()]
PRODUCTS = ["hosting", "support", "reporting", "archiving", "translation", "monitoring"]
MONTHS = "January February March April May June July August September October November December".split()
CAUSES = [f"{a} {b}" for a in ["an expired", "a stale", "a missing", "a duplicated", "a truncated", "a misrouted"] for b in ["certificate", "index", "lock file", "webhook", "migration", "token"]]
TEAMS = "Falcon Otter Badger Heron Lynx Marten Osprey Puffin Stoat Tern".split()
MEETINGS = ["planning", "review", "retrospective", "stand-up", "budget round", "incident drill", "design hour", "triage"]
DAYS = "Monday Tuesday Wednesday Thursday Friday".split()
LEADS = ["", "", "Note for later: ", "As discussed in the weekly sync, ", "To keep in mind: ", "It was confirmed that ", "Just so that we have it written down, "]
TAILS = ["", " Nobody objected to this.", " It came up again later and was left as it is.", " We talked about it for quite a while.", " Please keep this around for the next time.", " That is all there was to say about it."]

# kind: how many, then the forms {lead}{...} and the question. What stands in brackets comes of `values`.
KINDS = {
    "setting": (["the {attribute} of the {service} service in {region} is {answer}.", "in {region}, the {service} service runs with a {attribute} of {answer}.", "{service} ({region}) has its {attribute} set to {answer}."],
        "What is the {attribute} of the {service} service in {region}?"),
    "amount": (["{client} pays {answer} a month for {product}.", "the monthly fee of {client} for {product} is {answer}.", "for {product}, {client} is charged {answer} every month."],
        "How much does {client} pay a month for {product}?"),
    "decision": (["{person} decided that the {service} service moves to {region} on {answer}.", "the move of {service} to {region} takes place on {answer}, as {person} decided.", "on {answer}, {service} moves to {region}; that was the decision of {person}."],
        "When does the {service} service move to {region}, as {person} decided?"),
    "contact": (["{person} can be reached on extension {answer}.", "the extension of {person} is {answer}.", "call {answer} to reach {person}."],
        "On which extension can {person} be reached?"),
    "incident": (["the incident {number} on {service} was caused by {answer}.", "{answer} was the cause of incident {number} on {service}.", "on {service}, incident {number} came of {answer}."],
        "What caused incident {number} on {service}?"),
    "schedule": (["the {meeting} of team {team} in {region} takes place on {answer}.", "team {team} in {region} meets for the {meeting} on {answer}.", "on {answer} team {team} in {region} holds its {meeting}."],
        "When does the {meeting} of team {team} in {region} take place?"),
    "desk": (["{person} sits at desk {answer} in {region}.", "desk {answer} in {region} belongs to {person}.", "in {region}, {person} has desk {answer}."],
        "At which desk does {person} sit in {region}?"),
}
REGIONS = ["Lisbon", "Tallinn", "Graz", "Bergen", "Gdansk", "Malmo", "Turin", "Porto"]


def values(kind, random):
    """A subject, and the answer of that kind."""
    at = random.randrange(len(ATTRIBUTES))
    subject = {
        "person": f"{random.choice(FIRST)} {random.choice(LAST)}", "service": random.choice(SERVICES), "attribute": ATTRIBUTES[at],
        "client": random.choice(CLIENTS), "product": random.choice(PRODUCTS), "region": random.choice(REGIONS),
        "number": f"INC-{random.randrange(1000, 9999)}", "team": random.choice(TEAMS), "meeting": random.choice(MEETINGS),
    }
    answer = {
        "setting": lambda: f"{random.randrange(2, 990)} {UNITS[at]}",
        "amount": lambda: f"{random.randrange(120, 9900)} euros",
        "decision": lambda: f"{random.randrange(1, 29)} {random.choice(MONTHS)} {random.choice([2026, 2027, 2028])}",
        "contact": lambda: str(random.randrange(1000, 9999)),
        "incident": lambda: random.choice(CAUSES),
        "schedule": lambda: f"{random.choice(DAYS)} at {random.randrange(7, 18):02}:{random.choice(['00', '10', '20', '30', '40', '50'])}",
        "desk": lambda: f"{random.choice('ABCDEFGH')}{random.randrange(10, 99)}",
    }[kind]()
    return subject, answer


def entry(form, fields, random):
    """One wording of a fact: a lead-in, the fact, a sentence that says nothing more."""
    fact = form.format(**fields)
    lead = random.choice(LEADS)
    return (lead + fact if lead else fact[0].upper() + fact[1:]) + random.choice(TAILS)


def generate(seed, count):
    """`count` entries `{id, text, fact}`, and the facts `{id, question, answer}`; three in ten of the entries say a fact again."""
    rng = random.Random(f"facts {seed}")
    facts, entries, asked, kinds = [], [], set(), sorted(KINDS)
    entries_of = {}
    while len(entries) < count:
        if facts and rng.random() < 0.3:
            fact = facts[rng.randrange(max(0, len(facts) - 400), len(facts))]
            if rng.random() < 0.5:
                entries.append({"id": f"e{len(entries)}", "text": rng.choice(entries_of[fact["id"]]), "fact": fact["id"]})
                continue
        else:
            kind = rng.choice(kinds)
            subject, answer = values(kind, rng)
            question = KINDS[kind][1].format(**subject)
            if question in asked:
                continue
            asked.add(question)
            fact = {"id": f"f{len(facts)}", "question": question, "answer": answer, "kind": kind, "fields": {**subject, "answer": answer}}
            facts.append(fact)
        entries.append({"id": f"e{len(entries)}", "text": entry(rng.choice(KINDS[fact["kind"]][0]), fact["fields"], rng), "fact": fact["id"]})
        entries_of.setdefault(fact["id"], []).append(entries[-1]["text"])
    return entries, facts

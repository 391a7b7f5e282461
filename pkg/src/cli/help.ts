/** What `--help` says. Kept to 80 columns by hand. */

const GENERAL = `fidelity-floor: did a summary keep what the next step needs?

  fidelity-floor check SOURCE SUMMARY   one compaction: decision and report
  fidelity-floor check --batch FILE     many, JSON Lines in and out
  fidelity-floor extract --batch FILE   the elements of texts
  fidelity-floor decide --batch FILE    decisions from contracts, without text
  fidelity-floor cycles FILE            when a memory store must stop compacting
  fidelity-floor store COMMAND ...      what a memory store lost, where, and
                                        what brings it back
  fidelity-floor audit FILE             whether a log of compactions is intact

  fidelity-floor COMMAND --help         flags and examples of one command
  fidelity-floor --version

A file named - is standard input. Results go to standard output, errors to
standard error. Exit codes:

   0  certified; no cycle halts; sound; every line of a batch answered
   1  a line of a batch was bad
   2  bad usage, or input that cannot be read
  10  provisional
  20  refuse; a cycle halts; not sound
`;

const CHECK = `fidelity-floor check SOURCE SUMMARY [flags]
fidelity-floor check --batch FILE [flags]

Decides whether SUMMARY may replace SOURCE, and prints what was lost, what the
summary says wrongly, and what would repair it.

SOURCE is everything that will be dropped, not what the summariser was shown:
plain text, Markdown with or without "## User" headings, a JSON array of
messages, {"messages": [...]}, or JSON Lines. It may come from OpenAI,
Anthropic, the AI SDK, Claude Code, LangChain, Gemini or be {"role", "text"}.

What is required
  --require LIST    classes that must survive, with commas between: identifier,
                    negation, ordering, obligation, hypothesis, declared;
                    default: all
  --declare TEXT    a string that must survive; may be repeated. One that the
                    source does not hold is told on standard error
  --pattern TEXT    the same, with * for a run without spaces: "INV-*"
  --selection NAME  what is load-bearing: default, wide (all that is said) or
                    rules-only
  --cue FILE        more cue words: a table with tabs and the columns id, class,
                    kind, side, pattern (see SEMANTICS.md, D7)
What is at stake (without any of these a loss is provisional, never a refusal)
  --strict          the next step is strict: it executes, pays, deletes
  --chaining        this summary will itself be summarised
  --side-effects    acting wrongly costs more than stopping
  --recoverable     the source can still be read afterwards
  --policy any|all  how many of the three dangers refuse; default: any
  --budget N        the most that the repaired summary may cost, in tokens
What is shown
  --pins            also the pins and the repaired summary
  --all             every lost element at full length
  --why N           instead: how the Nth element came by its status
  --json            the report as one line of JSON (always complete)
  --color, --no-color   whatever the terminal (also: NO_COLOR, FORCE_COLOR)

Exit code: 0 certified, 10 provisional, 20 refuse, 2 bad usage or input.
It is that of the summary as it came, not of the repaired one.

A line of --batch: {"id", "source": text or messages, "summary", "pinned"?,
"tail"?, "parents"?: [contract or id of an earlier line], "contract"?:
{"required", "declared"}, "conditions"?: {"consumerStrict", ...}, "policy"?,
"budget"?, "patterns"?, "lexicon"?, "selection"?}. Flags stand in for what a
line leaves out. Each line is answered in order, a bad one with {"id", "line",
"error": {"code", "message", "path"}} and exit code 1 at the end. Messages and
offsets are counted from 0 in JSON (UTF-16 units), from 1 in the readable
report.

Examples
  fidelity-floor check session.jsonl summary.md --strict --pins
  fidelity-floor check session.jsonl - --require negation,ordering < summary.md
  fidelity-floor check notes.md summary.md --declare "port 5433" --json
  fidelity-floor check --batch events.jsonl > reports.jsonl
`;

const EXTRACT = `fidelity-floor extract --batch FILE [--declare TEXT]

Prints every element of each text: class, kind, words, offsets (UTF-16 units),
and whether it is selected as load-bearing.

A line in: {"id", "text"} (one message of a user) or {"id", "source": messages},
and "declared"?: [strings], as with --declare.
A line out: {"id", "elements": [{"class", "kind", "text", "start", "end",
"cue"?, "scope"?, "message"?, "selected", "because"}]}; an ordering has
"order"? (first, second, direction), an obligation "owner"? and "discharge"?, a
hypothesis "stance"? and "settledBy"?.

Examples
  fidelity-floor extract --batch texts.jsonl
  echo '{"id":1,"text":"Keep port 5433."}' | fidelity-floor extract --batch -
`;

const DECIDE = `fidelity-floor decide --batch FILE [--policy any|all]

Decides from contracts and conditions alone, without text.

A line in: {"required": [classes], "certified": [classes], "ancestryCertified",
"consumerStrict"?, "sourceRecoverable"?, "chainingRisk"?,
"sideEffectCostExceedsRefusal"?, "generation"?, "policy"?, "id"?}.
A line out: {"id"?, "decision", "reasons", "waysOut"?}.

Examples
  fidelity-floor decide --batch contracts.jsonl --policy all
`;

const CYCLES = `fidelity-floor cycles FILE [flags]

Judges the compaction cycles of a memory store, oldest first: JSON Lines, or CSV
with a header (camelCase or snake_case names).

  tokensBefore, tokensAfter         tokens in the store, at least 0
  coverageBefore, coverageAfter     share of probes answered, 0 to 1
  dedupRate                         share of entries removed as doubles, 0 to 1
  cycle                             its name in the answer; default: its number
  probes                            how many were asked, before and after
  gained                            of these, answered after but not before
  k                                 for this cycle alone
  priorTokenDeltas                  shares saved before, oldest first: stands in
                                    for the lines above

  --rules prose|reference   which rules; default: prose
  --k N                     coverage lost per share of tokens saved that is
                            still accepted; default: 3
  --window N                quiet cycles in a row that halt; default: 2
                            (reference: 3)
  --halt-on-watch           an early sign (diverging, forecast, flatline) halts
  --no-watch                none is looked for
  --significant             a loss halts only if its interval is above what the
                            rules allow; every cycle needs its probes
  --calibrate FILE          propose k from cycles with a label, good or bad

A line out: {"cycle", "verdict": "continue|watch|halt", "reason"?, "saved",
"lost", "ratio"?, "interval"?}, the interval (95 %) where probes are given.
Exit code: 20 if a cycle halts, 1 if a line was bad, else 0.
With --calibrate: {"k"?, "range"?, "good", "bad", "leftOut", "falseHalts",
"missed", "separation", "heldOut", "certainty"}.

Examples
  fidelity-floor cycles cycles.csv --k 2.5
  tail -n 50 cycles.jsonl | fidelity-floor cycles - --rules reference
  fidelity-floor cycles --calibrate labelled.csv
`;

const STORE = `fidelity-floor store COMMAND STORE ... [flags]

Keeps the history of a memory store, and says which questions it still answers.

  store apply STORE CYCLES       apply compaction cycles, all or nothing
  store probes STORE             questions made from the entries that arrived
  store coverage STORE [PROBES]  how many of them the live entries answer
  store trace STORE [PROBES]     where the answers of the others vanished
  store plan STORE [PROBES]      which summaries to replace by their sources
  store dedup STORE PAIRS        which near-duplicates say the same
  store fidelity STORE SUMMARIES what new summaries keep of what they replace

STORE is JSON Lines, a record a line, with the number of its cycle:
  {"cycle", "kind": "source", "id", "text", "tokens"?}
  {"cycle", "kind": "summary", "id", "text", "replaces": [ids], "generation"?,
   "tokens"?}
  {"cycle", "kind": "merged", "id", "into"}    a duplicate went
  {"cycle", "kind": "dropped", "id"}           an entry went, for the budget
  {"cycle", "kind": "expanded", "id"}          a summary gave way to its sources
  {"cycle", "kind": "restored", "id"}          a merged or dropped entry is back
CYCLES is the same; without "cycle" all of it is one cycle.
PROBES is JSON Lines: {"id", "from": [ids], "answers": [texts or
{"class", "text"}]}; without it, probes are made as by store probes.
PAIRS is JSON Lines: {"first", "second", "cosine"?} or {"cluster": [ids]}.
SUMMARIES is JSON Lines of summary records that are not applied yet.

  --write      apply, plan, dedup: append the cycle to STORE if all is right
  --new        apply: STORE does not exist yet
  --budget N   plan: tokens that the live store may grow by; default: no limit
  --threshold N   dedup: pairs with a cosine below N stay apart (clusters have
               none); fidelity: the share of elements that a summary has to
               keep, default: 0.9
  --all        trace: answered probes too
  --json       JSON, a value a line (store probes always prints that)

Exit code: 0, 20 if fidelity refuses a summary, 2 for bad usage or input: then
nothing was written.

Examples
  fidelity-floor store apply memory.jsonl arrivals.jsonl --new --write
  fidelity-floor store apply memory.jsonl cycle.jsonl --write
  fidelity-floor store probes memory.jsonl > probes.jsonl
  fidelity-floor store coverage memory.jsonl probes.jsonl
  fidelity-floor store plan memory.jsonl probes.jsonl --budget 500 --write
  fidelity-floor store dedup memory.jsonl pairs.jsonl --threshold 0.92
`;

const AUDIT = `fidelity-floor audit FILE [flags]

Verifies the log of a guard, JSON Lines: each record has the digest that it
names, and follows the record before it. Names the line of what was altered, and
prints which summary came out of which.

  --texts PATH   compares the texts with their digests, too. PATH is the folder
                 of a file store, or JSON Lines of {"text"} and {"messages"}
  --last DIGEST  the log must end with this record: finds what was cut off
  --mermaid      prints the lineage as a Mermaid flowchart instead
  --json         prints {"ok", "records", "texts", "problems", "last"} instead

Exit code: 0 sound, 20 not sound, 2 bad usage or input.

Examples
  fidelity-floor audit audit.jsonl --texts sources/
  fidelity-floor audit audit.jsonl --mermaid > lineage.mmd
`;

const HELP: Record<string, string> = { "": GENERAL, check: CHECK, extract: EXTRACT, decide: DECIDE, cycles: CYCLES, store: STORE, audit: AUDIT };

export const COMMANDS = Object.keys(HELP).filter((name) => name !== "");

export const helpFor = (command: string): string => HELP[command] ?? GENERAL;

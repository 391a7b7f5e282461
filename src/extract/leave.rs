//! Who may do what, and what nobody may (D2): leave, and orders not to.

use super::clause::Clauses;
use crate::element::Kind;
use crate::lexicon::Match;
use crate::text::{hash, list};

/// Whoever "may" gives leave to, or denies it.
pub(super) const ANYBODY: [u32; 8] = [
    hash("you"),
    hash("nobody"),
    hash("nothing"),
    hash("none"),
    hash("anyone"),
    hash("anybody"),
    hash("everyone"),
    hash("everybody"),
];
const NO: u32 = hash("no");
const ONLY: u32 = hash("only");

/// "You may open it", "nobody may", "no guest may", "only Ida may": leave, and no guess.
pub(super) fn permits(clauses: &mut Clauses<'_>, at: usize) -> bool {
    // What happens to somebody is no leave: "you may see a warning", "nothing may have changed".
    const HAPPENS: [u32; 12] = [
        hash("have"),
        hash("see"),
        hash("notice"),
        hash("find"),
        hash("get"),
        hash("want"),
        hash("need"),
        hash("wish"),
        hash("encounter"),
        hash("know"),
        hash("remember"),
        hash("well"),
    ];
    /// A subject is no longer.
    const SUBJECT: usize = 8;
    let start = clauses.start(at);
    let Clauses { words, .. } = *clauses;
    let Some(subject) = words.get(start.max(at.saturating_sub(SUBJECT))..at) else { return false };
    let happens = words.get(at + 1).is_none_or(|word| HAPPENS.contains(&word.hash));
    // "Nobody but Ruth may open it".
    const BUT: [u32; 2] = [hash("but"), hash("except")];
    let near = words.get(at.saturating_sub(4)..at).unwrap_or(&[]);
    let but = near
        .windows(2)
        .any(|pair| matches!(pair, [nobody, but] if ANYBODY.contains(&nobody.hash) && BUT.contains(&but.hash)));
    let anybody = but || subject.last().is_some_and(|word| ANYBODY.contains(&word.hash));
    words.get(at).is_some_and(|word| word.hash == const { hash("may") })
        && !happens
        && (anybody || subject.iter().any(|word| word.hash == NO || word.hash == ONLY))
}

/// "Nobody may open it", "no guest must", "post nothing to it": what is denied is forbidden.
fn denies_leave(clauses: &mut Clauses<'_>, at: usize) -> bool {
    /// A subject is no longer.
    const SUBJECT: usize = 8;
    const MODAL: [u32; 3] = [hash("may"), hash("must"), hash("shall")];
    const NOBODY: [u32; 4] = [NO, hash("nobody"), hash("nothing"), hash("none")];
    let (start, end) = (clauses.start(at), clauses.end(at + 1));
    let Clauses { words, .. } = *clauses;
    // "Nobody but Ruth may open it".
    let but =
        words.get(at + 1).is_some_and(|word| [const { hash("but") }, const { hash("except") }].contains(&word.hash));
    let past = if but { words.len() } else { end };
    let heads = words.get(start..at).is_some_and(|words| words.iter().all(|word| word.is(list::STOP)));
    let modal =
        || words.get(at + 1..past.min(at + SUBJECT)).unwrap_or(&[]).iter().position(|word| MODAL.contains(&word.hash));
    let have = |modal: usize| words.get(at + 2 + modal).is_some_and(|word| word.hash == const { hash("have") });
    let asked = || at == start + 1 && words.get(start).is_some_and(|word| word.is(list::REQUEST));
    words.get(at).is_some_and(|word| NOBODY.contains(&word.hash) && (word.hash != NO || !asked()))
        && (heads && modal().is_some_and(|modal| !have(modal)) || asked())
}

/// "Never open the vault", "don't inflate it": an order not to, whatever the verb, where it heads its clause and nobody
/// stands before it. What is past ("never started") or of the mind ("don't know") tells.
pub(super) fn forbids(clauses: &mut Clauses<'_>, at: usize, found: Match<'_>) -> bool {
    const MIND: [u32; 8] = [
        hash("know"),
        hash("see"),
        hash("think"),
        hash("believe"),
        hash("understand"),
        hash("care"),
        hash("mind"),
        hash("worry"),
    ];
    // "No, absolutely never open it".
    const STRESS: [u32; 10] = [
        hash("no"),
        hash("nope"),
        hash("hm"),
        hash("hmm"),
        hash("well"),
        hash("wait"),
        hash("absolutely"),
        hash("really"),
        hash("definitely"),
        hash("seriously"),
    ];
    // "You must never open it".
    const MODAL: [u32; 4] = [hash("must"), hash("should"), hash("shall"), hash("may")];
    let Clauses { scan, words, .. } = *clauses;
    let (Some(cue), Some(verb)) = (words.get(at), words.get(at + 1)) else { return false };
    let bound = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| MODAL.contains(&word.hash));
    if matches!(found.cue.id, "no" | "none") {
        return denies_leave(clauses, at);
    }
    found.cue.kind == Some(Kind::Denial)
        && [const { hash("never") }, const { hash("don't") }, const { hash("dont") }].contains(&cue.hash)
        && !verb.is(list::STOP)
        && (bound || !MIND.contains(&verb.hash))
        && (verb.start == cue.end + 1 || scan.text.as_bytes().get(cue.end as usize) == Some(&b':'))
        && !verb.span().of(scan.text).ends_with("ed")
        && (bound
            || words
                .get(clauses.start(at)..at)
                .unwrap_or(&[])
                .iter()
                .all(|word| word.is(list::POLITE) || STRESS.contains(&word.hash)))
}

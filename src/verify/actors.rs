//! Who does a thing (E4): "they write the importer" where the source says that we do.

use super::findings::Found;
use super::mentions::Mentions;
use super::pair::held;
use super::rows::units;
use super::{Sources, Target};
use crate::element::FindingKind;
use crate::text::{Word, hash, is_content, list, shape};
use alloc::vec::Vec;

const WE: u32 = hash("we");
const THEY: u32 = hash("they");
const I: u32 = hash("i");
const YOU: u32 = hash("you");
const USER: u32 = hash("user");
const ASSISTANT: u32 = hash("assistant");

const PARTIES: [u32; 4] = [WE, THEY, USER, ASSISTANT];

/// So many places are looked at, for all clauses together.
const LOOKS: usize = 1 << 14;

/// The sentences with a clause whose every word the source says, always of somebody else.
pub(super) fn exchanged(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut looks) = (&summary.text, LOOKS);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if mentions.quotes(at) || !sentence.region.speaks() || sentence.question {
            continue;
        }
        for unit in units(text, sentence) {
            // Whose "I" it is nobody says.
            let Some((who, rest)) = actor(unit).filter(|(who, _)| ![I, YOU].contains(who)) else { continue };
            let tells = |word: &&Word| is_content(word) || word.shape & shape::DIGIT != 0;
            let rest: Vec<u32> = rest.iter().filter(tells).map(|word| word.stem).collect();
            let Some(left) = looks.checked_sub(mentions.cost(&rest, 100)).filter(|_| rest.len() > 1) else { continue };
            looks = left;
            let mut against = None;
            let alike = mentions.holding(&rest, 100).into_iter().any(|(message, source, _, there)| {
                let user = sources.users.get(message as usize) != Some(&false);
                units(source, there).into_iter().filter(|unit| held(&rest, unit) == 100).any(|unit| {
                    let other = actor(unit).map_or(0, |(other, _)| match (other, user) {
                        (I, true) | (YOU, false) => USER,
                        (I, false) | (YOU, true) => ASSISTANT,
                        _ => other,
                    });
                    against = against.or(Some((message, there.span)));
                    // What users say of "us" is told of them.
                    !apart(who, other) || user && (who, other) == (THEY, WE)
                })
            });
            // Of names that changed places both do something, and nobody writes them small.
            let does = || {
                let places = mentions.with_all(&[who]);
                let small = |word: &Word| word.stem == who && word.shape & shape::CAPITAL == 0;
                let name = !places.iter().any(|(_, source, _, there)| source.scan.words(there).iter().any(small));
                name && places.into_iter().any(|(_, source, _, there)| {
                    let mut actors = units(source, there).into_iter().filter_map(actor);
                    actors.any(|(other, _)| other == who)
                })
            };
            if let (false, Some(_)) = (alike, against)
                && (PARTIES.contains(&who) || does())
            {
                all.push(Found { kind: FindingKind::Invented, class: None, span: sentence.span, against });
                break;
            }
        }
    }
}

/// Whether two that do something cannot be the same.
fn apart(one: u32, other: u32) -> bool {
    match (PARTIES.contains(&one), PARTIES.contains(&other)) {
        (true, true) => matches!((one, other), (WE, THEY) | (THEY, WE) | (USER, ASSISTANT) | (ASSISTANT, USER)),
        (false, false) => one != other && other != 0,
        _ => false,
    }
}

/// Who does what a clause tells, unless it tells of a state, and the rest of it: a pronoun, "the user", "the … team", or a name before a verb.
fn actor(words: &[Word]) -> Option<(u32, &[Word])> {
    if words.iter().any(|word| word.is(list::COPULA)) {
        return None;
    }
    const LEADS: [u32; 6] = [hash("the"), hash("our"), hash("and"), hash("but"), hash("while"), hash("whereas")];
    let start = words.iter().position(|word| !LEADS.contains(&word.hash))?;
    let (first, rest) = words.get(start..)?.split_first()?;
    match rest {
        [team, rest @ ..] if team.hash == const { hash("team") } => Some((first.stem, rest)),
        _ if [WE, THEY, I, YOU, USER, ASSISTANT].contains(&first.hash) => Some((first.hash, rest)),
        _ if first.hash == const { hash("agent") } => Some((ASSISTANT, rest)),
        [verb, ..]
            if (verb.is(list::FINITE) || first.shape & shape::CAPITAL != 0)
                && !first.is(list::STOP | list::REQUEST) =>
        {
            (verb.is(list::FINITE) || verb.stem != verb.hash).then_some((first.stem, rest))
        }
        _ => None,
    }
}

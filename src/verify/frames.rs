//! What a clause is told of (E2): the words of a source clause, about another value than the source says them of.

use super::back::corrects;
use super::findings::{Found, is_report};
use super::mentions::{Mentions, Place};
use super::pair::{any_of, breaks, content, marks_of};
use super::swap::is_actor;
use super::told::order;
use super::value::key;
use super::{Judgement, Outcome, Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Sentence, Span, Word, hash, is_content, join, list, mask, offset, shape};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Something that may change while the sentence looks the same.
struct Value<'a> {
    text: &'a str,
    key: u64,
    /// None of a compound that is no identifier: "bucket-a".
    kind: Option<Kind>,
    /// Words of the text, and the first and the last of them.
    words: Span,
    ends: [u32; 2],
    /// Of the first word.
    stem: u32,
}

/// One clause.
pub(super) struct Frame<'a> {
    /// Bytes.
    span: Span,
    /// Equal for the same content stems in whatever order, without those of values, cues and speakers, and the same polarity.
    key: u32,
    stems: Vec<u32>,
    values: Vec<Value<'a>>,
    /// 1 where it is denied, 2 where it is limited.
    polarity: u8,
    /// Whether something in it is asked for or ruled.
    orders: bool,
}

impl<'a> Frame<'a> {
    /// Whether it says something of a value: of a number one word says little, but for an order.
    fn tells(&self) -> bool {
        let numeric = |value: &Value<'_>| matches!(value.kind, Some(Kind::Number | Kind::Quantity));
        !self.values.is_empty() && self.stems.len() > usize::from(!self.orders && self.values.iter().any(numeric))
    }

    fn has(&self, value: &Value<'_>) -> bool {
        self.values.iter().any(|other| other.key == value.key)
    }

    /// A value of the other that stands where one of this clause stood; `Some(None)` where nothing is lost, `None` where they may be
    /// about different things.
    fn differs<'b, 'c>(&self, other: &'b Frame<'c>) -> Option<Option<&'b Value<'c>>> {
        let mut lost = self.values.iter().filter(|value| !other.has(value));
        let mut came = other.values.iter().filter(|value| !self.has(value));
        match (lost.next(), came.next(), lost.next(), came.next()) {
            (None, ..) | (_, None, ..) => Some(None),
            (Some(lost), Some(came), None, None) if comparable(lost, came) => Some(Some(came)),
            _ => None,
        }
    }
}

/// Stands for the kind of what may be a name.
const UNSURE: Option<Kind> = Some(Kind::Quoted);

/// Whether one may stand where the other stood.
fn comparable(lost: &Value<'_>, came: &Value<'_>) -> bool {
    // "src/gate.ts" may be told as "gate.ts".
    let part = |of: &str, part: &str| of.ends_with(part);
    let acronym = |value: &Value<'_>| value.text.len() < 5 && value.text.bytes().all(|byte| byte.is_ascii_uppercase());
    if acronym(lost) != acronym(came) {
        return false;
    }
    // But "141 ms" is no "41 ms", and "13 May" no "3 May".
    let whole = matches!(lost.kind, Some(Kind::Number | Kind::Quantity | Kind::Date));
    if !whole && (part(lost.text, came.text) || part(came.text, lost.text)) {
        return false;
    }
    let group = |kind: Kind| match kind {
        Kind::Number | Kind::Quantity => 0,
        Kind::Date => 1,
        Kind::Name => 2,
        _ => 3,
    };
    match (lost.kind, came.kind) {
        (UNSURE, Some(name)) | (Some(name), UNSURE) => matches!(name, Kind::Name | Kind::Quoted),
        (Some(lost), Some(came)) => group(lost) == group(came),
        // "bucket-a" and "bucket-b", but not "sign-off" and "follow-up".
        (None, None) => lost.words.len() == came.words.len() && lost.ends.iter().zip(came.ends).any(|(a, b)| *a == b),
        _ => false,
    }
}

/// So many places are looked at, for all clauses together: what stands beyond is not read against them.
const LOOKS: usize = 1 << 16;

/// "Never write to bucket-b" for "never write to bucket-a": a clause of the summary that says what one of the source says, all
/// of it and no more, of another value, where nothing in the source says so much of that value.
pub(super) fn retold(
    sources: &Sources<'_>,
    dead: &KeySet,
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    outcomes: &mut Outcomes,
) {
    let text = &summary.text;
    let mut looks = LOOKS;
    let mut told = Vec::new();
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if sentence.region.speaks() && !sentence.question && !sources.says(text.scan.words(sentence)) {
            told.extend(frames(text, offset(at), sources.names()).into_iter().filter(Frame::tells));
        }
    }
    for told in told {
        let Some(left) = looks.checked_sub(mentions.cost(&told.stems, 100)) else { continue };
        looks = left;
        let places = mentions.holding(&told.stems, 100);
        let Some(((message, source, sentence, there), came)) = of_another(sources, &told, &places, dead) else {
            continue;
        };
        // Of two compounds that nobody calls anything, the source holds both: "chain-specific" may be told as "chain-particular".
        let spoken = |word: &Word| sources.words().contains(word.hash.into());
        let told_of = |place: &Place<'_>| {
            let lower = |word: &Word| word.hash == came.ends[0] && word.shape & shape::CAPITAL == 0;
            place.1.scan.words(place.3).iter().any(lower)
        };
        let strange = matches!(came.kind, None | UNSURE) && !came.words.slice(&text.scan.words).iter().all(spoken)
            || came.kind == UNSURE && mentions.with_all(&[came.stem]).iter().any(told_of);
        let words = came.words.slice(&text.scan.words);
        if strange || said_of(sources, mentions, (&told, came), (message, sentence), (source.scan.words(there), words))
        {
            continue;
        }
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let span = first.span().hull(last.span());
        if named(outcomes, span) {
            continue;
        }
        let against = Some((message, there.span));
        outcomes.findings.push(Found { kind: FindingKind::Invented, class: None, span, against });
        let Some(slots) = outcomes.marks.get_mut(message as usize) else { continue };
        let first = source.marks.partition_point(|mark| mark.sentence < sentence);
        let own = source.marks.iter().zip(slots).skip(first).take_while(|(mark, _)| mark.sentence == sentence);
        for (mark, slot) in own {
            let Some(outcome) = slot.as_mut() else { continue };
            let kept = outcome.judgement.status.is_kept();
            let here = outcome.judgement.evidence.is_some_and(|place| place.overlaps(told.span));
            if mark.class == Class::Identifier && !kept {
                outcome.judgement = Judgement::new(Status::Altered, Some(span), "another value stands in its place");
            } else if mark.class != Class::Identifier && kept && here {
                outcome.judgement =
                    Judgement::new(Status::Unverified, outcome.judgement.evidence, "told of another value");
            }
        }
    }
}

/// The first place that says of another value what a clause says, with the value that came instead; `None` where the source says
/// as much of that.
fn of_another<'a, 'b>(
    sources: &Sources<'_>,
    told: &'b Frame<'_>,
    places: &[Place<'a>],
    dead: &KeySet,
) -> Option<(Place<'a>, &'b Value<'b>)> {
    let mut against = None;
    for place in places.iter().filter(|(.., sentence)| sentence.region.speaks()) {
        let (message, _, at, _) = *place;
        let all = sources.frames(message, at);
        for frame in all.iter().filter(|frame| frame.key == told.key && !frame.values.is_empty()) {
            match frame.differs(told) {
                // The source says as much of that: no more is looked at.
                Some(None) => return None,
                Some(Some(came)) if !dead.contains(join(message, at)) => {
                    // One word says little: an order may be told of another thing, if there is but one.
                    if frame.stems.len() + frame.values.len() < 3 && !(frame.orders && against.is_none()) {
                        return None;
                    }
                    against = against.or(Some((*place, came)));
                }
                _ => {}
            }
        }
    }
    against
}

/// Whether something is said already to be wrong with some bytes.
fn named(outcomes: &Outcomes, span: Span) -> bool {
    let damaged = |outcome: &Outcome| {
        outcome.judgement.status.is_damaged() && outcome.judgement.evidence.is_some_and(|place| place.overlaps(span))
    };
    outcomes.findings.iter().any(|found| found.span.overlaps(span))
        || outcomes.marks.iter().flatten().flatten().any(damaged)
}

/// Whether a clause of the source says at least as much of the value, or a later sentence puts it in the place of another.
fn said_of(
    sources: &Sources<'_>,
    mentions: &Mentions<'_>,
    (told, came): (&Frame<'_>, &Value<'_>),
    from: (u32, u32),
    (said, there): (&[Word], &[Word]),
) -> bool {
    const CHANGE: [u32; 3] = [hash("instead"), hash("rather"), hash("not")];
    const NOW: [u32; 2] = [hash("now"), hash("actually")];
    // Verbs of whoever changes his mind about any thing.
    const CHANGES: [u32; 6] =
        [hash("use"), hash("make"), hash("take"), hash("switch"), hash("change"), hash("replace")];
    let [head, _] = came.ends;
    mentions.with_all(&[came.stem]).into_iter().any(|(message, source, at, sentence)| {
        let words = source.scan.words(sentence);
        if !words.iter().any(|word| word.hash == head) {
            return false;
        }
        // "Mr Abara left; Ms Fenn took over": both stand there.
        let both = || {
            let named = |word: &Word| word.shape & (shape::CAPITAL | shape::DIGIT) != 0 && is_content(word);
            words.iter().any(|word| named(word) && said.iter().any(|other| other.hash == word.hash && named(other)))
        };
        // "Make it 7", "Postgres", "let's say 7 instead".
        if (message, at) > from && (content(words) < 3 || corrects(words, said, there) || message > from.0 && both()) {
            return true;
        }
        sources.frames(message, at).iter().any(|frame| {
            let says = || told.stems.iter().all(|stem| frame.stems.contains(stem));
            let changes = |stem: &u32| told.stems.contains(stem) || CHANGES.contains(stem);
            let changed = || match (message, at).cmp(&from) {
                Ordering::Greater => {
                    frame.polarity == 0
                        && frame.stems.iter().all(changes)
                        && (any_of(words, &CHANGE) || any_of(words, &NOW))
                }
                Ordering::Equal => any_of(words, &NOW),
                Ordering::Less => false,
            };
            frame.has(came) && (frame.polarity == told.polarity && says() || changed())
        })
    })
}

/// The clauses that say something of a value. One without words of its own says what the one before it says: "edit a.ts, not
/// b.ts".
pub(super) fn frames<'a>(text: &Extraction<'a>, at: u32, names: &KeySet) -> Vec<Frame<'a>> {
    let scan = &text.scan;
    let Some(sentence) = scan.sentences.get(at as usize) else { return Vec::new() };
    let marks = marks_of(text, Span::new(at, at + 1));
    let values = values(text, sentence, marks, names);
    let mut frames: Vec<Frame<'a>> = Vec::new();
    if values.is_empty() {
        return frames;
    }
    const JOINS: [u32; 6] = [hash("and"), hash("but"), hash("or"), hash("then"), hash("while"), hash("whereas")];
    const INSTEAD: [u32; 2] = [hash("instead"), hash("rather")];
    let in_value = |at: u32| values.iter().any(|value| value.words.contains(Span::new(at, at + 1)));
    let splits = |at: u32| {
        let Some(word) = scan.words.get(at as usize) else { return false };
        // "A.ts and b.ts" is one clause.
        let lists = || {
            let content = |at: &u32| in_value(*at) || scan.words.get(*at as usize).is_some_and(is_content);
            (at + 1..sentence.words.end).find(content).is_some_and(in_value)
        };
        JOINS.contains(&word.hash) && !lists() || INSTEAD.contains(&word.hash) || breaks(text, at)
    };
    let mut start = sentence.words.start;
    for past in start + 1..=sentence.words.end {
        if past < sentence.words.end && !splits(past) {
            continue;
        }
        let clause = Span::new(start, past);
        start = past;
        let Some(frame) = frame(text, marks, clause, &values) else { continue };
        let before = clause.start.checked_sub(1).and_then(|word| scan.words.get(word as usize));
        let before = before.and_then(|word| scan.text.as_bytes().get(word.end as usize));
        let bare = frame.values.iter().fold(clause.len(), |left, value| left.saturating_sub(value.words.len()));
        match frames.last_mut() {
            // "Ash (weak last year), Elm": what stands in brackets is told of one.
            Some(_) if before == Some(&b')') && frame.stems.is_empty() => {}
            Some(last) if frame.stems.is_empty() && frame.polarity == 0 && bare < 2 => last.values.extend(frame.values),
            Some(last) if frame.stems.is_empty() && frame.polarity != 0 => {
                let stems = last.stems.clone();
                frames.push(Frame { key: key_of(&stems, frame.polarity), stems, ..frame });
            }
            _ => frames.push(frame),
        }
    }
    frames
}

fn key_of(stems: &[u32], polarity: u8) -> u32 {
    stems
        .iter()
        .fold(polarity.into(), |key: u32, stem| key.wrapping_add((stem ^ stem >> 15).wrapping_mul(0x85eb_ca6b) | 4))
}

fn frame<'a>(text: &Extraction<'a>, marks: &[Mark], clause: Span, values: &[Value<'a>]) -> Option<Frame<'a>> {
    let words = clause.slice(&text.scan.words);
    let span = words.first()?.span().hull(words.last()?.span());
    let (mut stems, mut polarity) = (Vec::new(), 0);
    let cues = || marks.iter().filter(|mark| mark.cue.overlaps(span));
    for mark in cues().filter(|mark| mark.class == Class::Negation) {
        polarity |= if mark.kind == Kind::Restriction { 2 } else { 1 };
    }
    let orders = |mark: &Mark| match mark.class {
        Class::Negation => mark.kind != Kind::Denial,
        Class::Obligation => true,
        _ => false,
    };
    let orders = cues().any(orders) || order(text, clause).is_some();
    let mut own = Vec::new();
    for value in values.iter().filter(|value| clause.contains(value.words)) {
        own.push(Value { ..*value });
    }
    for (at, word) in (clause.start..).zip(words) {
        let cue = |mark: &Mark| mark.kind != Kind::Request && mark.cue.contains(word.span());
        if is_content(word)
            && !own.iter().any(|value| value.words.contains(Span::new(at, at + 1)))
            && !cues().any(cue)
            && !is_actor(word.hash)
            && !is_report(word.hash)
            && !stems.contains(&word.stem)
        {
            stems.push(word.stem);
        }
    }
    Some(Frame { span, key: key_of(&stems, polarity), stems, values: own, polarity, orders })
}

fn values<'a>(text: &Extraction<'a>, sentence: &Sentence, marks: &[Mark], names: &KeySet) -> Vec<Value<'a>> {
    let scan = &text.scan;
    let mut values: Vec<Value<'a>> = Vec::new();
    let mut add = |kind: Option<Kind>, key: u64, words: Span, text: &'a str| {
        let ends = [words.start, words.end.saturating_sub(1)];
        let ends = ends.map(|at| scan.words.get(at as usize).map_or(0, |word| word.hash));
        if !words.is_empty() && !values.iter().any(|value| value.words.overlaps(words)) {
            let stem = scan.words.get(words.start as usize).map_or(0, |word| word.stem);
            values.push(Value { text, key, kind, words, ends, stem });
        }
    };
    for mark in marks.iter().filter(|mark| mark.class == Class::Identifier) {
        if !matches!(mark.kind, Kind::Error | Kind::Quoted | Kind::Command) {
            let text = scan.str(mark.span);
            add(Some(mark.kind), key(mark.kind, text), mark.scope, text);
        }
    }
    for chunk in sentence.chunks.slice(&scan.chunks) {
        if chunk.mask & mask::DASH != 0 && chunk.words.len() > 1 {
            let key = |key: u64, word: &Word| (key ^ u64::from(word.hash)).wrapping_mul(0x0000_0100_0000_01b3);
            add(None, chunk.words.slice(&scan.words).iter().fold(1, key), chunk.words, scan.str(chunk.span()));
        }
    }
    // At the head of a sentence a name is no element.
    if let [head, next, ..] = scan.words(sentence) {
        let marked =
            |word: &Word| marks.iter().any(|mark| mark.class == Class::Identifier && mark.span.overlaps(word.span()));
        let ends = |word: &Word| word.span().of(scan.text).ends_with('s');
        let acts = next.is(list::FINITE) || ends(next) && !ends(head) && !marked(next);
        let capital = head.shape & shape::CAPITAL != 0 && is_content(head) && acts;
        if names.contains(head.hash.into()) || capital {
            let name = scan.str(head.span());
            let kind = if names.contains(head.hash.into()) { Some(Kind::Name) } else { UNSURE };
            add(kind, key(Kind::Name, name), Span::new(sentence.words.start, sentence.words.start + 1), name);
        }
    }
    values
}

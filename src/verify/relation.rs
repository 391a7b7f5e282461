//! What an ordering says comes first and what after it (D3): where its operands begin and end.

use super::clauses::is_wait;
use super::ordering::is_else;
use super::pair::content;
use crate::class::Class;
use crate::element::Kind;
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, Word, hash, list, number_word, offset, shape};

/// What comes first and what comes after it, as words of the text.
pub(crate) struct Relation {
    pub(crate) first: Span,
    pub(crate) second: Span,
}

/// The operands of an ordering, without a leading "then" or "and" and without what follows a comma; none where one of
/// them is empty.
pub(crate) fn operands(text: &Extraction<'_>, mark: &Mark) -> Option<Relation> {
    let Relation { first, second } = relation(text, mark)?;
    const LINKS: [u32; 4] = [hash("then"), hash("and"), hash("or"), hash("but")];
    let says = |at: &u32| text.scan.words.get(*at as usize).is_none_or(|word| !LINKS.contains(&word.hash));
    let cut = |span: Span| {
        let start = (span.start..span.end).find(says).unwrap_or(span.end);
        let end = (start + 1..span.end).find(|word| has_comma(text, *word)).unwrap_or(span.end);
        Span::new(start, end)
    };
    let cut = Relation { first: cut(first), second: cut(second) };
    (!cut.first.is_empty() && !cut.second.is_empty()).then_some(cut)
}

/// Operands longer than this say nothing precise.
const LONGEST: u32 = 14;

pub(super) fn relation(text: &Extraction<'_>, mark: &Mark) -> Option<Relation> {
    let sentence = text.scan.sentences.get(mark.sentence as usize)?;
    let cue = words_in(&text.scan, mark.cue);
    if let Some(Back { behind, earlier, trails }) = points_back(text, mark, cue) {
        let near = back_to_comma(text, sentence.words.start, cue.start);
        let end = (behind + LONGEST).min(sentence.words.end);
        let right = Span::new(behind, (behind + 1..end).find(|word| has_comma(text, *word)).unwrap_or(end));
        let (left, right) = match trails {
            true => (clause_before(text, sentence.words.start, near.start), near),
            false => (clause_before(text, sentence.words.start, cue.start), right),
        };
        let says = |span: Span| content(span.slice(&text.scan.words)) > 0;
        // "Don't tag before that": tagging comes after it.
        let own = if trails { near } else { right };
        let earlier = earlier && !is_denied(text, mark.sentence, own);
        let (first, second) = if earlier { (right, left) } else { (left, right) };
        return (says(first) && says(second)).then_some(Relation { first, second });
    }
    // An operand ends at a comma, but for the comma right before the cue: "stop it, then take it, then start it".
    let left = back_to_comma(text, sentence.words.start, cue.start);
    // "Rebase on develop, not main, before you open it": the contrast is a part of it.
    let contrast = left.slice(&text.scan.words).first().is_some_and(|word| word.hash == const { hash("not") });
    let contrast = contrast && content(left.slice(&text.scan.words)) > 0 && left.start > sentence.words.start;
    let left = if contrast { back_to_comma(text, sentence.words.start, left.start).hull(left) } else { left };
    let right = Span::new(cue.end, (cue.end + LONGEST).min(sentence.words.end));
    // "Before you push, run the tests": the cue leads, its operand ends at the comma.
    let comma = (right.start + 1..right.end).find(|word| has_comma(text, *word));
    // "After the run put it away, and log it": what is told to do begins at its verb.
    let comma =
        comma.filter(|comma| !joins(text, *comma)).or_else(|| order_in(text, left, right).filter(|_| comma.is_some()));
    // "Before you open it please rebase, not merge": what is asked for begins there.
    let asks = |at: &u32| text.scan.words.get(*at as usize).is_some_and(|word| word.hash == const { hash("please") });
    let comma = (right.start + 2..comma.unwrap_or(right.end)).find(asks).or(comma);
    // Two words that are followed by a comma later on may be anything: "Deploy order: before …, …".
    // "Renewal before Friday, then the scan" goes on.
    let then = |at: u32| text.scan.words.get(at as usize).is_some_and(|word| word.hash == const { hash("then") });
    let short = left.len() <= 2 && comma.is_some_and(|comma| !then(comma)) && !is_denied(text, mark.sentence, left);
    let number = matches!(left.slice(&text.scan.words), [word] if word.shape & shape::DIGIT != 0);
    let leads = short || number || content(left.slice(&text.scan.words)) == 0 || left_ends(text, cue.start);
    let (near, far) = match (leads, comma) {
        // "Until Friday one is enough, then two": what until Friday holds is not behind the comma.
        (true, Some(comma)) if mark.id == "until" && goes_on(text, comma) => return None,
        (true, Some(comma)) => {
            let past = (comma + LONGEST).min(sentence.words.end);
            let past = (comma + 1..past).find(|at| is_else(text, *at)).unwrap_or(past);
            (Span::new(right.start, comma), Span::new(comma, past))
        }
        (true, None) => return None,
        (false, _) => {
            let past = (right.start..right.end).find(|at| is_else(text, *at)).unwrap_or(right.end);
            (Span::new(right.start, past), left)
        }
    };
    // `near` is what stands next to the cue's right; `far` the other operand.
    let cue_starts_later = match mark.id {
        // "Do not start before it is live": starting comes after.
        "before" => leads || contrast || !is_denied_before(text, mark, left),
        "order-words" => true,
        "after" | "once" | "only-after" | "as-soon-as" | "comes-after" | "if" => false,
        // "do not push until it is green": pushing comes after.
        // "Until it is green, do not push": what is denied stands behind it.
        "until" if leads => !is_denied(text, mark.sentence, far) && !holds(text, far),
        "until" => !is_negated(text, mark) && !holds(text, left),
        "reject-unless" => false,
        _ => return None,
    };
    Some(if cue_starts_later { Relation { first: far, second: near } } else { Relation { first: near, second: far } })
}

/// Whether "then" or "after that" stands at a word.
fn goes_on(text: &Extraction<'_>, at: u32) -> bool {
    let mut words = text.scan.words.iter().skip(at as usize).map(|word| word.hash);
    let (first, next) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
    LATER.contains(&first) || first == const { hash("after") } && PRONOUNS.contains(&next)
}

const LATER: [u32; 6] =
    [hash("then"), hash("afterwards"), hash("afterward"), hash("thereafter"), hash("thereupon"), hash("subsequently")];
const PRONOUNS: [u32; 4] = [hash("it"), hash("that"), hash("this"), hash("which")];

/// A cue that refers to what was said before.
pub(super) struct Back {
    /// Where it ends, pronoun included.
    pub(super) behind: u32,
    /// Whether its clause came earlier: "before that".
    pub(super) earlier: bool,
    /// Whether its clause stands before it: "and the trigger after it".
    pub(super) trails: bool,
}

/// "Then", "afterwards", "after it the trigger", "before that, the trigger".
pub(super) fn points_back(text: &Extraction<'_>, mark: &Mark, cue: Span) -> Option<Back> {
    // What may begin a clause. "After it finished" tells when; "after that deploy" has no pronoun.
    const BEGINS: [u32; 17] = [
        hash("it"),
        hash("only"),
        hash("all"),
        hash("both"),
        hash("no"),
        hash("the"),
        hash("a"),
        hash("an"),
        hash("our"),
        hash("my"),
        hash("their"),
        hash("we"),
        hash("i"),
        hash("you"),
        hash("they"),
        hash("he"),
        hash("she"),
    ];
    let word = |at: u32| text.scan.words.get(at as usize).map_or(0, |word| word.hash);
    if mark.id == "then" || LATER.contains(&word(cue.end.saturating_sub(1))) {
        return Some(Back { behind: cue.end, earlier: false, trails: false });
    }
    let sentence = text.scan.sentences.get(mark.sentence as usize)?;
    let behind = cue.end + 1;
    let ends = behind >= sentence.words.end || has_comma(text, behind);
    let counts = |word: &Word| word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some();
    let number = text.scan.words.get(behind as usize).is_some_and(counts);
    if !matches!(mark.id, "after" | "before")
        || !PRONOUNS.contains(&word(cue.end))
        || !(ends || number || BEGINS.contains(&word(behind)))
    {
        return None;
    }
    let near = back_to_comma(text, sentence.words.start, cue.start);
    let trails = ends && content(near.slice(&text.scan.words)) > 0;
    Some(Back { behind, earlier: mark.id == "before", trails })
}

/// The words from the last comma to some word, that right before it passed over.
pub(super) fn back_to_comma(text: &Extraction<'_>, start: u32, past: u32) -> Span {
    let from = past.saturating_sub(LONGEST).max(start);
    Span::new((from + 1..past).rev().find(|word| has_comma(text, *word)).unwrap_or(from), past)
}

/// The clause before a word: one back where only "and" stands between a comma and the word, in the sentence before where
/// nothing stands before it.
pub(super) fn clause_before(text: &Extraction<'_>, start: u32, past: u32) -> Span {
    let left = back_to_comma(text, start, past);
    let words = left.slice(&text.scan.words);
    // "(2) compare them; (3) afterwards decide".
    let number = matches!(words, [word] if word.shape & shape::DIGIT != 0);
    if content(words) > 0 && !number {
        left
    } else if left.start > start {
        back_to_comma(text, start, left.start)
    } else {
        back_to_comma(text, left.start.saturating_sub(LONGEST), left.start)
    }
}

pub(super) fn has_comma(text: &Extraction<'_>, word: u32) -> bool {
    let before = word.checked_sub(1).and_then(|before| text.scan.words.get(before as usize));
    let (Some(left), Some(right)) = (before, text.scan.words.get(word as usize)) else { return false };
    let between = Span::new(left.end, right.start).of(text.scan.text);
    // "8,112" is one number.
    between.len() > 1 && between.contains([',', ';', ':'])
}

/// Whether a comma or the like stands right before the cue: it leads a clause of its own.
fn left_ends(text: &Extraction<'_>, cue: u32) -> bool {
    let before = cue.checked_sub(1).and_then(|before| text.scan.words.get(before as usize));
    let (Some(left), Some(right)) = (before, text.scan.words.get(cue as usize)) else { return true };
    Span::new(left.end, right.start).of(text.scan.text).contains([';', ':', '.'])
}

/// Whether a word joins two orders.
fn joins(text: &Extraction<'_>, word: u32) -> bool {
    const JOINS: [u32; 2] = [hash("and"), hash("or")];
    text.scan.words.get(word as usize).is_some_and(|word| JOINS.contains(&word.hash))
}

/// Where an order begins in what follows a cue that leads its sentence: not its first word.
fn order_in(text: &Extraction<'_>, left: Span, right: Span) -> Option<u32> {
    let verb = |at: &u32| text.scan.words.get(*at as usize).is_some_and(|word| word.is(list::REQUEST));
    let verb = (right.start + 2..right.end).find(verb)?;
    let said = content(Span::new(right.start, verb).slice(&text.scan.words)) > 0;
    (said && content(left.slice(&text.scan.words)) == 0).then_some(verb)
}

/// Whether some words hold something back, or tell of what stays as it is until then: "stay away until it is dry".
fn holds(text: &Extraction<'_>, words: Span) -> bool {
    const STAYS: [u32; 5] = [hash("stay"), hash("stays"), hash("remain"), hash("remains"), hash("away")];
    words.slice(&text.scan.words).iter().any(|word| is_wait(word.hash) || STAYS.contains(&word.hash))
}

/// Whether a denial or a prohibition stands among some words.
fn is_denied(text: &Extraction<'_>, sentence: u32, words: Span) -> bool {
    let denies = |mark: &Mark| {
        matches!(mark.kind, Kind::Prohibition | Kind::Denial) && words.overlaps(words_in(&text.scan, mark.cue))
    };
    super::marks_of(text, Span::new(sentence, sentence + 1)).iter().any(denies)
}

/// Whether some words deny or forbid.
fn is_denied_before(text: &Extraction<'_>, mark: &Mark, words: Span) -> bool {
    let first = words.slice(&text.scan.words).first();
    let bytes = first.map_or(Span::default(), |first| Span::new(first.start, mark.cue.start));
    // Behind a bracket begins what it does not speak of.
    let start = bytes.of(text.scan.text).rfind(')').map_or(bytes.start, |at| bytes.start + offset(at));
    let bytes = Span::new(start, bytes.end);
    super::marks_of(text, Span::new(mark.sentence, mark.sentence + 1)).iter().any(|other| {
        matches!(other.kind, Kind::Prohibition | Kind::Denial) && bytes.contains(other.cue) && !ends(text, other, mark)
    })
}

/// "Must never print it and has to ask before": what is denied ends where something is owed behind "and".
fn ends(text: &Extraction<'_>, denial: &Mark, mark: &Mark) -> bool {
    const JOINS: [u32; 2] = [hash("and"), hash("but")];
    let within = Span::new(denial.cue.end, mark.cue.start);
    let owed = |other: &Mark| {
        let cue = words_in(&text.scan, other.cue).start;
        let before = cue.checked_sub(1).and_then(|before| text.scan.words.get(before as usize));
        other.class == Class::Obligation
            && within.contains(other.cue)
            && before.is_some_and(|word| JOINS.contains(&word.hash))
    };
    super::marks_of(text, Span::new(mark.sentence, mark.sentence + 1)).iter().any(owed)
}

fn is_negated(text: &Extraction<'_>, mark: &Mark) -> bool {
    let first = text.marks.partition_point(|other| other.sentence < mark.sentence);
    let rest = text.marks.get(first..).unwrap_or(&[]);
    let negation =
        |other: &&Mark| other.class == Class::Negation && other.id != "unaffected" && other.cue.start < mark.cue.end;
    rest.iter().take_while(|other| other.sentence == mark.sentence).any(|other| negation(&other))
}

//! Probes, and whether an entry answers them (I3).

use crate::class::Class;
use crate::element::Part;
use crate::error::Error;
use crate::extract::{Extraction, Host, extract};
use crate::lexicon::HostCues;
use crate::verify::{Sources, Target, keeps, stands};
use alloc::vec;
use alloc::vec::Vec;

/// A question that the store should answer (I3).
#[derive(Clone, Copy, Debug)]
pub struct Probe<'a> {
    /// Its name, like no other's in the list.
    pub id: &'a str,
    /// The entries that the answer came from, at least one.
    pub from: &'a [&'a str],
    /// What answers it, at least one: all of them have to stand in what became of those entries.
    pub answers: &'a [Answer<'a>],
}

/// A string, or an element of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The class of the element; `None` for a string.
    pub class: Option<Class>,
    /// A string stands where its words stand one after another in whatever case, or, where it is one identifier, where that
    /// value stands. An element stands where verification says that it is kept (E1).
    pub text: &'a str,
}

/// What to look for.
pub(super) enum Wanted<'a> {
    Text(Extraction<'a>),
    /// The text, the entry that it is an element of, and its number there.
    Element(&'a str, u32, u32),
}

impl Wanted<'_> {
    pub(super) fn text(&self) -> &str {
        match self {
            Wanted::Text(extraction) => extraction.scan.text,
            Wanted::Element(text, ..) => text,
        }
    }
}

/// Which texts hold an answer.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The answer.
    pub answer: Answer<'a>,
    /// The texts, by number, that an element is looked for in first: it is an element of one of them.
    pub from: &'a [u32],
    /// The texts, by number, that are asked in this order.
    pub among: &'a [u32],
}

/// For each query the place, in `among`, of the first text that holds the answer (I3). What [`crate::Ledger`] judges by, for hosts
/// that keep the ledger themselves.
///
/// # Errors
/// None: a number without a text is one that holds nothing.
pub fn holders(texts: &[&str], queries: &[Query<'_>]) -> Result<Vec<Option<u32>>, Error> {
    let text = |number: u32| texts.get(number as usize).copied().unwrap_or("");
    let mut reader = Reader::new(&text)?;
    let holder = |query: &Query<'_>| {
        let wanted = reader.wanted(&query.answer, query.from);
        query.among.iter().position(|number| reader.holds(&wanted, *number)).map(|place| place as u32)
    };
    Ok(queries.iter().map(holder).collect())
}

/// Reads entries for answers; keeps what it read last.
pub(super) struct Reader<'a> {
    /// The text of an entry.
    text: &'a dyn Fn(u32) -> &'a str,
    cues: HostCues,
    source: Option<(u32, Sources<'a>)>,
    target: Option<(u32, Target<'a>)>,
    /// Source, target, and which marks of the one the other keeps.
    kept: (u32, u32, Vec<bool>),
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a dyn Fn(u32) -> &'a str) -> Result<Reader<'a>, Error> {
        let cues = HostCues::new(&[])?;
        Ok(Reader { text, cues, source: None, target: None, kept: (u32::MAX, u32::MAX, Vec::new()) })
    }

    pub(super) fn wanted<'p>(&mut self, answer: &Answer<'p>, from: &[u32]) -> Wanted<'p> {
        if let Some(class) = answer.class {
            for entry in from {
                let source = self.source(*entry);
                let text = |mark: &crate::extract::Mark| source.map_or("", |source| mark.span.of(source.scan.text));
                let marks = source.map_or(&[][..], |source| &source.marks);
                let found = marks.iter().position(|mark| mark.class == class && text(mark) == answer.text);
                if let Some(found) = found {
                    return Wanted::Element(answer.text, *entry, found as u32);
                }
            }
        }
        Wanted::Text(extract(answer.text, Host { declared: &[], patterns: &[], cues: &self.cues }))
    }

    /// Whether an entry holds an answer.
    pub(super) fn holds(&mut self, answer: &Wanted<'_>, entry: u32) -> bool {
        match answer {
            Wanted::Text(wanted) => self.target(entry).is_some_and(|target| stands(wanted, target)),
            Wanted::Element(_, of, _) if *of == entry => true,
            Wanted::Element(_, of, mark) => {
                if (self.kept.0, self.kept.1) != (*of, entry) {
                    self.source(*of);
                    self.target(entry);
                    let kept = match (&self.source, &self.target) {
                        (Some((_, source)), Some((_, target))) => keeps(source, target),
                        _ => Vec::new(),
                    };
                    self.kept = (*of, entry, kept);
                }
                self.kept.2.get(*mark as usize).copied().unwrap_or(false)
            }
        }
    }

    fn source(&mut self, entry: u32) -> Option<&Extraction<'a>> {
        if self.source.as_ref().is_none_or(|(read, _)| *read != entry) {
            let text = (self.text)(entry);
            let host = Host { declared: &[], patterns: &[], cues: &self.cues };
            self.source = Some((entry, Sources::new(vec![extract(text, host)])));
        }
        self.source.as_ref().and_then(|(_, source)| source.texts.first())
    }

    fn target(&mut self, entry: u32) -> Option<&Target<'a>> {
        if self.target.as_ref().is_none_or(|(read, _)| *read != entry) {
            let text = (self.text)(entry);
            self.target = Some((entry, Target::new(Part::Summary, None, text, &self.cues)));
        }
        self.target.as_ref().map(|(_, target)| target)
    }
}

//! What `npm run eval` prints at the end.

use super::{damaged, ratio, unverified};
use fidelity_floor::Report;
use std::collections::BTreeMap;

/// What is printed at the end: every bar with its figure, the kinds of text side by side, the worst rows.
#[derive(Default)]
pub(crate) struct Sheet {
    bars: Vec<(String, f64, Bar)>,
    /// For near copies, third-party texts and the field.
    kinds: BTreeMap<&'static str, Kinds>,
    worst: BTreeMap<&'static str, Vec<String>>,
}

#[derive(Clone, Copy)]
pub(crate) enum Bar {
    Least(f64),
    Most(f64),
}

/// Rows with damage: damaged, unverified, kept; and faithful ones.
#[derive(Default)]
struct Kinds {
    bad: [usize; 3],
    good: [usize; 3],
}

impl Sheet {
    pub(crate) fn bar(&mut self, name: &str, figure: f64, bar: Bar) {
        self.bars.push((name.to_owned(), figure, bar));
    }

    pub(crate) fn row(&mut self, kind: &'static str, bad: bool, report: &Report) {
        let kinds = self.kinds.entry(kind).or_default();
        let at = if damaged(report) { 0 } else { usize::from(!unverified(report)) + 1 };
        if bad { kinds.bad[at] += 1 } else { kinds.good[at] += 1 }
    }

    /// A row that is not as it should be, in one line; the first few are shown, all with the name of the set.
    pub(crate) fn wrong(&mut self, set: &'static str, line: String) {
        self.worst.entry(set).or_default().push(line);
    }

    pub(crate) fn print(&self) {
        println!("\nWorst rows (all of a set: name it)");
        for (set, rows) in &self.worst {
            println!("  {set}: {} rows", rows.len());
            for row in rows.iter().take(4) {
                println!("    {row}");
            }
        }
        println!("\nSide by side, in % of the rows       near-copy   third-party        field");
        type Pick = fn(&Kinds) -> ([usize; 3], usize);
        let lines: [(&str, Pick); 6] = [
            ("damage: called damaged", |kinds| (kinds.bad, 0)),
            ("damage: unverified", |kinds| (kinds.bad, 1)),
            ("damage: not noticed", |kinds| (kinds.bad, 2)),
            ("faithful: called damaged", |kinds| (kinds.good, 0)),
            ("faithful: unverified", |kinds| (kinds.good, 1)),
            ("faithful: kept", |kinds| (kinds.good, 2)),
        ];
        for (name, pick) in lines {
            let cell = |kind: &str| {
                self.kinds.get(kind).map_or("-".to_owned(), |kinds| {
                    let (counts, at) = pick(kinds);
                    let all: usize = counts.iter().sum();
                    format!("{:.1} of {all}", 100.0 * ratio(counts[at], all))
                })
            };
            println!("  {name:<28}{:>14}{:>14}{:>13}", cell("near-copy"), cell("third-party"), cell("field"));
        }
        println!("\nBars");
        for (name, figure, bar) in &self.bars {
            let (met, sign, bar) = match *bar {
                Bar::Least(bar) => (*figure >= bar, "at least", bar),
                Bar::Most(bar) => (*figure <= bar, "at most", bar),
            };
            println!("  {:<8}{name:<50}{figure:>6.3}  {sign} {bar}", if met { "met" } else { "NOT MET" });
        }
    }
}

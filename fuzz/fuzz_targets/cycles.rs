//! Any numbers: what is out of range is refused by name, and three ways to judge a run agree with the rules as written.
#![no_main]
use arbitrary::Arbitrary;
use fidelity_floor::{Columns, Cycle, CycleVerdict, Detector, RuleSet, Rules, Signal, check_cycle, check_cycles};
use fidelity_floor_fuzz::halts;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Number {
    Small(u8),
    Share(u8),
    Any(f64),
}

#[derive(Arbitrary, Debug)]
struct Input {
    reference: bool,
    k: Number,
    noise: Number,
    window: u32,
    rows: Vec<[Number; 5]>,
}

fn number(number: &Number) -> f64 {
    match number {
        Number::Small(value) => f64::from(*value) * 25.0,
        Number::Share(value) => f64::from(*value) / 40.0,
        Number::Any(value) => *value,
    }
}

fuzz_target!(|input: Input| {
    let set = if input.reference { RuleSet::Reference } else { RuleSet::Prose };
    let rules = Rules {
        k: number(&input.k),
        noise_floor: number(&input.noise),
        attractor_window: input.window % 6,
        ..Rules::new(set)
    };
    let rows: Vec<[f64; 5]> =
        input.rows.iter().take(200).map(|row| std::array::from_fn(|at| number(&row[at]))).collect();
    let cycles: Vec<Cycle> = rows
        .iter()
        .map(|&[tokens_before, tokens_after, coverage_before, coverage_after, dedup_rate]| Cycle {
            tokens_before,
            tokens_after,
            coverage_before,
            coverage_after,
            dedup_rate,
            ..Cycle::default()
        })
        .collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<f64>>();
    let batch = check_cycles(
        &Columns {
            tokens_before: &column(0),
            tokens_after: &column(1),
            coverage_before: &column(2),
            coverage_after: &column(3),
            dedup_rate: &column(4),
            probes: &[],
            gained: &[],
        },
        rules,
    );
    let Ok(mut detector) = Detector::new(rules) else {
        assert!(rules.validate().is_err() && batch.is_err());
        return;
    };
    let fine = |cycle: &Cycle| {
        [cycle.tokens_before, cycle.tokens_after].iter().all(|tokens| tokens.is_finite() && *tokens >= 0.0)
            && [cycle.coverage_before, cycle.coverage_after, cycle.dedup_rate]
                .iter()
                .all(|share| (0.0..=1.0).contains(share))
    };
    if let Err(error) = &batch {
        assert!(!cycles.iter().all(fine));
        let first = cycles.iter().position(|cycle| !fine(cycle)).expect("one is not");
        assert!(error.path.starts_with(&format!("[{first}].")), "{error:?}");
    }
    let (mut history, mut deltas) = (Vec::new(), Vec::new());
    for cycle in &cycles {
        let pushed = detector.push(*cycle);
        assert_eq!(pushed.is_ok(), fine(cycle), "{cycle:?}");
        let Ok(one) = pushed else { continue };
        history.push(*cycle);
        // A watch (H5) is advice, and one cycle alone has no trend.
        let halted = |verdict: &CycleVerdict| verdict.reason.filter(|_| verdict.verdict == Signal::Halt);
        let alone = check_cycle(cycle, &deltas, &rules);
        assert_eq!(halted(&one), halts(&history, &rules), "{history:?}");
        assert_eq!(
            (halted(&alone), alone.saved, alone.lost, alone.ratio),
            (halted(&one), one.saved, one.lost, one.ratio)
        );
        if let Ok(batch) = &batch {
            assert_eq!(batch[history.len() - 1], one);
        }
        deltas.push(one.saved);
    }
    assert!(detector.history().count() <= Detector::HISTORY);
});

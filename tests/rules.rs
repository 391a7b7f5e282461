//! What the tables of vectors cannot say: which numbers a cycle and its rules may hold, what a detector remembers, and the
//! words and bits of classes.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{
    Class, ClassSet, Columns, Cycle, CycleReason, Detector, ErrorCode, OnWatch, Rules, Signal, check_cycles,
    check_latest,
};

const FINE: Cycle = Cycle {
    tokens_before: 1000.0,
    tokens_after: 900.0,
    coverage_before: 1.0,
    coverage_after: 1.0,
    dedup_rate: 0.0,
    probes: None,
    gained: None,
};

/// The code, the path and the words for what stands there.
fn wrong(result: Result<(), fidelity_floor::Error>) -> Option<(ErrorCode, String, String)> {
    result.err().map(|error| (error.code, error.path, error.found))
}

#[test]
fn a_cycle_holds_numbers_in_their_ranges() {
    let cases = [
        (Cycle { tokens_before: f64::NAN, ..FINE }, ErrorCode::NotFinite, "tokensBefore", "NaN"),
        (Cycle { tokens_after: f64::INFINITY, ..FINE }, ErrorCode::NotFinite, "tokensAfter", "an infinite number"),
        (Cycle { tokens_after: f64::NEG_INFINITY, ..FINE }, ErrorCode::NotFinite, "tokensAfter", "an infinite number"),
        (Cycle { tokens_before: -1.0, ..FINE }, ErrorCode::OutOfRange, "tokensBefore", "a negative number"),
        (Cycle { coverage_before: 1.5, ..FINE }, ErrorCode::OutOfRange, "coverageBefore", "a number above 1"),
        (Cycle { coverage_after: -0.5, ..FINE }, ErrorCode::OutOfRange, "coverageAfter", "a negative number"),
        (Cycle { dedup_rate: 2.0, ..FINE }, ErrorCode::OutOfRange, "dedupRate", "a number above 1"),
    ];
    for (cycle, code, path, found) in cases {
        assert_eq!(wrong(cycle.validate()), Some((code, path.to_owned(), found.to_owned())), "{cycle:?}");
        // A detector refuses it too, and remembers nothing.
        let mut detector = Detector::new(Rules::default()).unwrap();
        assert_eq!(detector.push(cycle).unwrap_err().path, path);
        assert_eq!(detector.history().count(), 0);
    }
    // The ends of the ranges are inside.
    let zero = Cycle {
        tokens_before: 0.0,
        tokens_after: 0.0,
        coverage_before: 0.0,
        coverage_after: 0.0,
        dedup_rate: 0.0,
        probes: None,
        gained: None,
    };
    let most = Cycle {
        tokens_before: f64::MAX,
        tokens_after: f64::MAX,
        coverage_before: 1.0,
        coverage_after: 1.0,
        dedup_rate: 1.0,
        probes: None,
        gained: None,
    };
    assert_eq!((zero.validate(), most.validate()), (Ok(()), Ok(())));
}

/// H6: of 200 probes 100 were answered before and 140 after, give or take a rounded per cent: at least 40 were gained, and at most
/// the 100 that were not answered before.
#[test]
fn gained_is_what_coverage_and_probes_allow() {
    let of =
        |gained| Cycle { coverage_before: 0.5, coverage_after: 0.7, probes: Some(200), gained: Some(gained), ..FINE };
    for fine in [39, 40, 70, 100, 101] {
        assert_eq!(of(fine).validate(), Ok(()), "{fine}");
    }
    for wrong_count in [0, 38, 102, 200] {
        let found = Some((ErrorCode::OutOfRange, "gained".to_owned(), wrong_count.to_string()));
        assert_eq!(wrong(of(wrong_count).validate()), found, "{wrong_count}");
    }
    // Nobody can have gained more than what is answered after.
    let few = Cycle { coverage_before: 0.0, coverage_after: 0.1, ..of(23) };
    assert!(few.validate().is_err() && Cycle { gained: Some(20), ..few }.validate().is_ok());
    let alone = Cycle { probes: None, ..of(40) };
    assert_eq!(wrong(alone.validate()), Some((ErrorCode::MissingField, "probes".to_owned(), "none".to_owned())));
}

/// H5: coverage fell in each of three cycles while the tokens hardly moved. What becomes of it is the host's to say.
#[test]
fn an_early_sign_is_what_the_host_makes_of_it() {
    let cycle = |at: f64| Cycle {
        tokens_after: 995.0,
        coverage_before: 1.0 - at * 0.005,
        coverage_after: 0.995 - at * 0.005,
        ..FINE
    };
    let run = [0.0, 1.0, 2.0].map(|at| Cycle { tokens_before: 1000.0, ..cycle(at) });
    let told = [
        (OnWatch::Advise, Signal::Watch, Some(CycleReason::Flatline)),
        (OnWatch::Halt, Signal::Halt, Some(CycleReason::Flatline)),
        (OnWatch::Ignore, Signal::Continue, None),
    ];
    for (on_watch, signal, reason) in told {
        let rules = Rules { on_watch, ..Rules::default() };
        let mut detector = Detector::new(rules).unwrap();
        let verdicts = run.map(|cycle| detector.push(cycle).unwrap());
        assert_eq!(verdicts[..2].iter().map(|verdict| verdict.verdict).max(), Some(Signal::Continue));
        assert_eq!((verdicts[2].verdict, verdicts[2].reason), (signal, reason), "{on_watch:?}");
        assert_eq!(check_latest(&run, 0, &rules), Some(verdicts[2]));
    }
}

#[test]
fn an_error_says_what_would_have_been_right() {
    let tokens = Cycle { tokens_before: -1.0, ..FINE }.validate().unwrap_err();
    assert_eq!(tokens.expected, "a finite number, at least 0");
    let share = Cycle { dedup_rate: 2.0, ..FINE }.validate().unwrap_err();
    assert_eq!(share.expected, "a number from 0 to 1");
}

#[test]
fn rules_hold_numbers_in_their_ranges() {
    let fine = Rules::default();
    assert_eq!(fine.validate(), Ok(()));
    assert_eq!(Rules { k: 0.0, noise_floor: 0.0, attractor_window: 1, ..fine }.validate(), Ok(()));
    assert_eq!(Rules { k: 1e9, noise_floor: 1.0, attractor_window: u32::MAX, ..fine }.validate(), Ok(()));
    let cases = [
        (Rules { k: -0.5, ..fine }, ErrorCode::OutOfRange, "k"),
        (Rules { k: f64::INFINITY, ..fine }, ErrorCode::NotFinite, "k"),
        (Rules { noise_floor: f64::NAN, ..fine }, ErrorCode::NotFinite, "noiseFloor"),
        (Rules { noise_floor: 1.25, ..fine }, ErrorCode::OutOfRange, "noiseFloor"),
        (Rules { attractor_window: 0, ..fine }, ErrorCode::OutOfRange, "attractorWindow"),
    ];
    let columns = Columns {
        tokens_before: &[],
        tokens_after: &[],
        coverage_before: &[],
        coverage_after: &[],
        dedup_rate: &[],
        probes: &[],
        gained: &[],
    };
    for (rules, code, path) in cases {
        let of = |error: fidelity_floor::Error| (error.code, error.path);
        assert_eq!(rules.validate().map_err(of), Err((code, path.to_owned())));
        assert_eq!(Detector::new(rules).err().map(of), Some((code, path.to_owned())));
        assert_eq!(check_cycles(&columns, rules).map_err(of), Err((code, path.to_owned())));
    }
}

#[test]
fn columns_name_the_row_or_the_column_that_is_wrong() {
    let (tokens, shares) = ([1000.0, 1000.0], [1.0, 1.0]);
    let fine = Columns {
        tokens_before: &tokens,
        tokens_after: &tokens,
        coverage_before: &shares,
        coverage_after: &shares,
        dedup_rate: &shares,
        probes: &[],
        gained: &[],
    };
    let error = check_cycles(&Columns { coverage_after: &[1.0, -1.0], ..fine }, Rules::default()).unwrap_err();
    assert_eq!((error.code, error.path.as_str()), (ErrorCode::OutOfRange, "[1].coverageAfter"));
    let error = check_cycles(&Columns { dedup_rate: &[0.0], ..fine }, Rules::default()).unwrap_err();
    assert_eq!(
        (error.code, error.path.as_str(), error.expected.as_str(), error.found.as_str()),
        (ErrorCode::OutOfRange, "dedupRate", "2 rows, as in tokensBefore", "1")
    );
    // Counts of probes may be absent, as a whole or in a row; they are whole, and as many as the rows. Other columns may not.
    let path = |columns: Columns<'_>| check_cycles(&columns, Rules::default()).map_err(|error| error.path);
    assert!(path(Columns { probes: &[50.0, f64::NAN], ..fine }).is_ok());
    assert_eq!(path(Columns { probes: &[50.0], ..fine }), Err("probes".to_owned()));
    assert_eq!(path(Columns { gained: &[f64::NAN, 0.0], ..fine }), Err("[1].probes".to_owned()));
    assert_eq!(path(Columns { tokens_after: &[], ..fine }), Err("tokensAfter".to_owned()));
    for wrong in [10.5, -1.0, 4_294_967_296.0] {
        assert_eq!(path(Columns { probes: &[50.0, wrong], ..fine }), Err("[1].probes".to_owned()), "{wrong}");
    }
}

#[test]
fn a_batch_looks_for_what_the_rules_ask_for() {
    let (tokens, before, after) = ([1000.0; 3], [1.0, 0.995, 0.99], [0.995, 0.99, 0.985]);
    let columns = Columns {
        tokens_before: &tokens,
        tokens_after: &tokens,
        coverage_before: &before,
        coverage_after: &after,
        dedup_rate: &[0.2; 3],
        probes: &[],
        gained: &[],
    };
    let told = |on_watch| {
        let verdicts = check_cycles(&columns, Rules { on_watch, ..Rules::default() }).unwrap();
        verdicts.iter().map(|verdict| verdict.reason).collect::<Vec<_>>()
    };
    assert_eq!(told(OnWatch::Advise), [None, None, Some(CycleReason::Flatline)]);
    assert_eq!(told(OnWatch::Ignore), [None; 3]);
    // A store that fills up again: it saves less each time and loses more.
    let growing = Columns {
        tokens_before: &[1000.0; 4],
        tokens_after: &[700.0, 800.0, 850.0, 900.0],
        coverage_before: &[1.0, 0.9, 0.8, 0.7],
        coverage_after: &[0.9, 0.8, 0.7, 0.5],
        dedup_rate: &[0.2; 4],
        ..columns
    };
    assert_eq!(check_cycles(&growing, Rules::default()).unwrap()[3].reason, Some(CycleReason::Diverging));
    // Without signs too: intervals where there are counts, and counts where significance is asked for.
    let quiet = Rules { on_watch: OnWatch::Ignore, ..Rules::default() };
    assert!(check_cycles(&columns, quiet).unwrap()[0].interval.is_none());
    assert!(check_cycles(&Columns { probes: &[200.0; 3], ..columns }, quiet).unwrap()[0].interval.is_some());
    let error = check_cycles(&columns, Rules { require_significance: true, ..quiet }).unwrap_err();
    assert_eq!((error.code, error.path.as_str()), (ErrorCode::MissingField, "[0].probes"));
}

#[test]
fn a_detector_remembers_the_last_sixty_four_cycles() {
    let mut detector = Detector::new(Rules::default()).unwrap();
    for row in 1..=70 {
        detector.push(Cycle { tokens_before: 1000.0 + f64::from(row), ..FINE }).unwrap();
        assert_eq!(detector.history().count(), if row < 64 { row as usize } else { 64 });
    }
    let first = detector.history().next().unwrap();
    assert_eq!(first.tokens_before, 1007.0);
}

#[test]
fn classes_have_words_and_bits() {
    assert_eq!(Class::Negation.to_string(), "negation");
    let set = ClassSet::from_iter([Class::Identifier, Class::Ordering, Class::Declared]);
    assert_eq!(set.bits(), 0b10_0101);
    assert_eq!(ClassSet::from_bits(0b10_0101), Some(set));
    assert_eq!(format!("{set:?}"), "{Identifier, Ordering, Declared}");
}

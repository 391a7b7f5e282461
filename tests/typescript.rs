//! Writes `pkg/src/generated.ts`, and fails while it is stale.
//!
//! `cargo test --features ts --test typescript` compares; with `UPDATE=1` it writes.

use fidelity_floor as ff;
use std::{env, fs, path::Path};
use ts_rs::{Config, TS};

const HEADER: &str = "\
// Generated from the Rust types by `UPDATE=1 cargo test --features ts --test typescript`. Do not edit.

";

/// One exported declaration with its documentation. Results are shared and frozen, so every array is read-only.
fn declaration<T: TS>() -> String {
    let config = Config::default();
    let declared = T::decl(&config).replace("Class[]", "Array<Class>").replace("Array<", "ReadonlyArray<");
    laid_out(&format!("{}export {}\n", T::docs().unwrap_or_default(), declared))
}

/// The same tokens on lines that people can read: short comments on one line, fields indented.
fn laid_out(text: &str) -> String {
    let mut out = text.replace("{ \n", "{\n").replace(", \n", ",\n").replace(", }", ",\n}");
    for (from, to) in [("/**\n * ", "/** "), ("\n */", " */")] {
        out = out.replace(from, to);
    }
    let mut depth = 0;
    let lines = out.lines().map(|line| {
        let closes = line.matches('}').count();
        let opens = line.matches('{').count();
        let indent = depth - usize::from(line.starts_with('}')).min(depth);
        depth = (depth + opens).saturating_sub(closes);
        format!("{}{}\n", "  ".repeat(indent), line.trim_end())
    });
    lines.collect()
}

fn generate() -> String {
    let declarations = [
        declaration::<ff::Class>(),
        declaration::<ff::ErrorCode>(),
        declaration::<ff::Contract>(),
        declaration::<ff::Conditions>(),
        declaration::<ff::Policy>(),
        declaration::<ff::Decision>(),
        declaration::<ff::Danger>(),
        declaration::<ff::Reason>(),
        declaration::<ff::WayOut>(),
        declaration::<ff::Verdict>(),
        declaration::<ff::Role>(),
        declaration::<ff::Kind>(),
        declaration::<ff::Status>(),
        declaration::<ff::Because>(),
        declaration::<ff::Part>(),
        declaration::<ff::Evidence>(),
        declaration::<ff::Passage>(),
        declaration::<ff::Order>(),
        declaration::<ff::Direction>(),
        declaration::<ff::Discharge>(),
        declaration::<ff::Discharged>(),
        declaration::<ff::Stance>(),
        declaration::<ff::Element>(),
        declaration::<ff::FindingKind>(),
        declaration::<ff::Finding>(),
        declaration::<ff::Retention>(),
        declaration::<ff::Tokens>(),
        declaration::<ff::Pins>(),
        declaration::<ff::Repair>(),
        declaration::<ff::Report>(),
        declaration::<ff::Verification>(),
        declaration::<ff::Step>(),
        declaration::<ff::Explanation>(),
        declaration::<ff::Side>(),
        declaration::<ff::HostCue<'static>>(),
        declaration::<ff::Preset>(),
        declaration::<ff::Speaker>(),
        declaration::<ff::Recency>(),
        declaration::<ff::Group>(),
        declaration::<ff::SelectionRow>(),
        declaration::<ff::Selection>(),
        declaration::<ff::StoreRecord<'static>>(),
        declaration::<ff::Applied>(),
        declaration::<ff::EntryState>(),
        declaration::<ff::EntryView<'static>>(),
        declaration::<ff::Coverage<'static>>(),
        declaration::<ff::Loss<'static>>(),
        declaration::<ff::Trace<'static>>(),
        declaration::<ff::StepKind>(),
        declaration::<ff::PlanStep<'static>>(),
        declaration::<ff::Plan<'static>>(),
        declaration::<ff::Difference>(),
        declaration::<ff::DedupReason>(),
        declaration::<ff::Merge<'static>>(),
        declaration::<ff::Refusal<'static>>(),
        declaration::<ff::Dedup<'static>>(),
        declaration::<ff::FidelityReason>(),
        declaration::<ff::Fidelity>(),
        declaration::<ff::RuleSet>(),
        declaration::<ff::Cycle>(),
        declaration::<ff::Signal>(),
        declaration::<ff::CycleReason>(),
        declaration::<ff::OnWatch>(),
        declaration::<ff::Interval>(),
        declaration::<ff::CycleVerdict>(),
        declaration::<ff::Label>(),
        declaration::<ff::LabelledCycle>(),
        declaration::<ff::Calibration>(),
    ];
    format!("{HEADER}{}\n{}\n{}", declarations.join("\n"), presets(), names())
}

/// The names that cross the boundary as their places.
fn names() -> String {
    fn list<T: TS>() -> String {
        let config = Config::default();
        let declared = T::decl(&config);
        let names = declared.split_once("= ").map_or("", |(_, names)| names).trim_end_matches(';').replace(" | ", ", ");
        assert!(names.starts_with('"') && !names.contains('{'), "{declared}");
        format!("  {}: [{names}],\n", T::name(&config))
    }
    let lists = [
        list::<ff::Because>(),
        list::<ff::Class>(),
        list::<ff::Danger>(),
        list::<ff::Decision>(),
        list::<ff::Difference>(),
        list::<ff::Direction>(),
        list::<ff::Discharged>(),
        list::<ff::ErrorCode>(),
        list::<ff::FindingKind>(),
        list::<ff::Kind>(),
        list::<ff::Part>(),
        list::<ff::Stance>(),
        list::<ff::Status>(),
    ];
    format!(
        "/** Names in the order of their numbers at the boundary. */\nexport const NAMES = {{\n{}}} as const;\n",
        lists.concat()
    )
}

/// The presets are data: their table is written out, a row a line.
fn presets() -> String {
    let mut out = String::from(
        "/** The presets of selection (D7). For each element the first row that fits counts; declared strings come before. */\n\
         export const PRESETS: ReadonlyArray<Selection> = [\n",
    );
    for table in ff::presets() {
        out +=
            &format!("  {{\n    preset: {},\n    rows: [\n", serde_json::to_string(&table.preset).unwrap_or_default());
        for row in table.rows {
            out += &format!(
                "      {},\n",
                serde_json::to_string(row)
                    .unwrap_or_default()
                    .replace("\",\"", "\", \"")
                    .replace("\":", "\": ")
                    .replace("],", "], ")
            );
        }
        out += "    ],\n  },\n";
    }
    out + "];\n"
}

#[test]
fn the_generated_types_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg/src/generated.ts");
    let generated = generate();
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &generated).expect("pkg/src/generated.ts can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == generated, "pkg/src/generated.ts is stale: UPDATE=1 cargo test --features ts --test typescript");
}

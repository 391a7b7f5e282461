//! Inputs that a host may leave parts of out.

use crate::same::To;
use crate::wit;
use fidelity_floor as ff;

/// Runs `read` on the event, with the defaults of the core for what is absent.
pub(crate) fn with<T>(
    event: &wit::Event,
    read: impl FnOnce(&ff::Event<'_>) -> Result<T, ff::Error>,
) -> Result<T, ff::Error> {
    let source = messages(&event.source);
    let tail = messages(event.tail.as_deref().unwrap_or_default());
    let parents: Vec<ff::Contract> = event.parents.clone().unwrap_or_default().to();
    let declared = texts(&event.declared);
    let patterns = texts(&event.patterns);
    let lexicon: Vec<ff::HostCue<'_>> = event.lexicon.iter().flatten().map(cue).collect();
    let default = ff::Event::new(&source, &event.summary);
    read(&ff::Event {
        pinned: event.pinned.as_deref().unwrap_or_default(),
        tail: &tail,
        parents: &parents,
        required: event.required.map_or(default.required, To::to),
        declared: &declared,
        patterns: &patterns,
        lexicon: &lexicon,
        selection: event.selection.map_or(default.selection, To::to),
        conditions: event.conditions.map_or(default.conditions, To::to),
        policy: event.policy.map_or(default.policy, To::to),
        budget: event.budget,
        ..default
    })
}

/// An event that is only read, not judged.
pub(crate) fn of_source(source: Vec<wit::Message>, options: wit::ExtractOptions) -> wit::Event {
    let wit::ExtractOptions { declared, patterns, lexicon, selection } = options;
    wit::Event {
        source,
        summary: String::new(),
        pinned: None,
        tail: None,
        parents: None,
        required: None,
        declared,
        patterns,
        lexicon,
        selection,
        conditions: None,
        policy: None,
        budget: None,
    }
}

fn messages(messages: &[wit::Message]) -> Vec<ff::Message<'_>> {
    messages.iter().map(message).collect()
}

fn message(wit::Message { role, text, summary }: &wit::Message) -> ff::Message<'_> {
    ff::Message { role: role.to(), text, summary: *summary }
}

fn texts(texts: &Option<Vec<String>>) -> Vec<&str> {
    texts.iter().flatten().map(String::as_str).collect()
}

fn cue(wit::HostCue { id, pattern, class, kind, side }: &wit::HostCue) -> ff::HostCue<'_> {
    ff::HostCue { id, pattern, class: class.to(), kind: kind.to(), side: side.to() }
}

/// The rules, with the defaults of their set.
///
/// # Errors
/// As [`ff::Rules::validate`], with `rules.` in front of the path.
pub(crate) fn rules(rules: wit::Rules) -> Result<ff::Rules, wit::Error> {
    let default = ff::Rules::new(rules.rules.map_or(ff::RuleSet::default(), To::to));
    let rules = ff::Rules {
        k: rules.k.unwrap_or(default.k),
        noise_floor: rules.noise_floor.unwrap_or(default.noise_floor),
        attractor_window: rules.attractor_window.unwrap_or(default.attractor_window),
        on_watch: rules.on_watch.map_or(default.on_watch, To::to),
        require_significance: rules.require_significance.unwrap_or(default.require_significance),
        ..default
    };
    let within = |error: ff::Error| ff::Error { path: format!("rules.{}", error.path), ..error }.to();
    rules.validate().map(|()| rules).map_err(within)
}

/// # Errors
/// `not-finite`, with the place in the list.
pub(crate) fn finite(path: &str, values: &[f64]) -> Result<(), wit::Error> {
    let Some((at, value)) = values.iter().enumerate().find(|(_, value)| !value.is_finite()) else { return Ok(()) };
    let found = if value.is_nan() { "NaN" } else { "an infinite number" };
    Err(ff::Error::new(ff::ErrorCode::NotFinite, format!("{path}[{at}]"), "a finite number", found).to())
}

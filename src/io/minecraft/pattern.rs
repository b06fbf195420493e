//! Which states of blocks a line of a table is about: a name with `*`, and properties that must be so.

use super::state::BlockState;

/// As in `*_slab[type=bottom]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The parts of the name between stars.
    parts: Vec<String>,
    /// Whether the name space is part of it.
    with_space: bool,
    properties: Vec<(String, String)>,
}

impl Pattern {
    /// The pattern that a text stands for; none where it is not closed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, rest) = match text.split_once('[') {
            Some((name, rest)) => (name, rest.strip_suffix(']')?),
            None => (text, ""),
        };
        let pairs = rest.split(',').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').map(|(k, v)| (k.into(), v.into())));
        Some(Self {
            parts: name.split('*').map(str::to_owned).collect(),
            with_space: name.contains(':'),
            properties: pairs.collect::<Option<_>>()?,
        })
    }

    /// Whether it is about a state.
    pub(super) fn matches(&self, state: &BlockState) -> bool {
        let name = if self.with_space { &state.name } else { state.short_name() };
        fits(&self.parts, name)
            && self.properties.iter().all(|(key, value)| state.get(key) == value)
    }
}

/// Whether a name is these parts, in order, with anything between them. Taking each part as early as it comes is never
/// wrong.
fn fits(parts: &[String], name: &str) -> bool {
    let [first, between @ .., last] = parts else {
        return parts.first().is_some_and(|only| only == name);
    };
    let Some(mut rest) = name.strip_prefix(first.as_str()) else { return false };
    for part in between {
        match rest.find(part.as_str()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything_and_properties_must_be_so() {
        let state = BlockState::parse("dark_oak_slab[type=top]");
        for (pattern, is_met) in [
            ("dark_oak_slab", true),
            ("*_slab", true),
            ("dark*slab", true),
            ("*oak*", true),
            ("*", true),
            ("oak_slab", false),
            ("*_slab_", false),
            ("dark_oak_slab*slab", false),
            ("*_slab[type=top]", true),
            ("*_slab[type=bottom]", false),
            ("*_slab[half=top]", false),
            ("minecraft:*_slab", true),
            ("mod:*", false),
        ] {
            let parsed = Pattern::parse(pattern).expect("sound");
            assert_eq!(parsed.matches(&state), is_met, "{pattern}");
        }
        assert_eq!(Pattern::parse("a[b=c"), None, "not closed");
        assert_eq!(Pattern::parse("a[b]"), None, "no value");
        let of_mod = Pattern::parse("*_slab").expect("sound");
        assert!(!of_mod.matches(&BlockState::parse("mod:thing")), "another name");
    }
}

//! What the numbers of blocks before 1.13 stand for: a number and four bits of data, as a state of 1.13.
//!
//! ```text
//!   @stairs  0 facing=east,half=bottom  1 facing=west,half=bottom ..     what data says, for several blocks
//!   53       oak_stairs @stairs                                         a block whatever its data, or with its meaning
//!   1:1      granite                                                    a block with this data alone
//! ```
//!
//! A line for a number and data goes before one for the number. How fences, panes and walls are connected is not in their
//! data: see `connect`.

use std::collections::HashMap;

const BUILT_IN: &str = include_str!("numeric.txt");

/// States by number and data.
#[derive(Debug, Clone)]
pub(super) struct NumericTable {
    /// By 16 * number + data.
    with_data: HashMap<u16, String>,
    /// By number: the name, and the meaning of data.
    by_number: HashMap<u16, (String, String)>,
    /// By name of a meaning and data: properties.
    meanings: HashMap<(String, u16), String>,
}

impl Default for NumericTable {
    fn default() -> Self {
        let mut table =
            Self { with_data: HashMap::new(), by_number: HashMap::new(), meanings: HashMap::new() };
        BUILT_IN.lines().for_each(|line| table.add(line));
        table
    }
}

impl NumericTable {
    /// Adds a line; of one that is none nothing is taken.
    fn add(&mut self, line: &str) {
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        match words[..] {
            [meaning, ref pairs @ ..] if meaning.starts_with('@') => {
                for pair in pairs.as_chunks::<2>().0 {
                    if let Ok(data) = pair[0].parse() {
                        self.meanings.insert((meaning.into(), data), pair[1].into());
                    }
                }
            }
            [number, name, ref meaning @ ..] => {
                let meaning = meaning.first().copied().unwrap_or("");
                match number.split_once(':').map(|(n, data)| (n.parse(), data.parse())) {
                    Some((Ok(number), Ok(data))) => {
                        let (number, data): (u16, u16) = (number, data);
                        self.with_data.insert(number << 4 | data & 15, name.into());
                    }
                    _ => {
                        if let Ok(number) = number.parse() {
                            self.by_number.insert(number, (name.into(), meaning.into()));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The state of 16 * number + data.
    pub(super) fn state(&self, key: u16) -> String {
        let (number, data) = (key >> 4, key & 15);
        if let Some(state) = self.with_data.get(&key) {
            return state.clone();
        }
        let Some((name, meaning)) = self.by_number.get(&number) else {
            return format!("numeric:{number}");
        };
        match self.meanings.get(&(meaning.clone(), data)) {
            Some(properties) => format!("{name}[{properties}]"),
            None => name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_data_are_states_of_later_versions() {
        let table = NumericTable::default();
        for (number, data, state) in [
            (0, 0, "air"),
            (1, 0, "stone"),
            (1, 1, "granite"),
            (1, 15, "stone"),
            (53, 0, "oak_stairs[facing=east,half=bottom]"),
            (53, 7, "oak_stairs[facing=north,half=top]"),
            (44, 0, "smooth_stone_slab[type=bottom]"),
            (44, 8, "smooth_stone_slab[type=top]"),
            (78, 3, "snow[layers=4]"),
            (35, 14, "red_wool"),
            (4000, 3, "numeric:4000"),
        ] {
            assert_eq!(table.state(number << 4 | data), state, "{number}:{data}");
        }
    }

    #[test]
    fn every_line_says_something() {
        let mut lines = 0;
        for line in
            BUILT_IN.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let before = NumericTable::default();
            let sizes = |table: &NumericTable| {
                table.with_data.len() + table.by_number.len() + table.meanings.len()
            };
            let mut table = NumericTable {
                with_data: HashMap::new(),
                by_number: HashMap::new(),
                meanings: HashMap::new(),
            };
            table.add(line);
            assert!(sizes(&table) > 0, "{line}");
            let meaning = line.split_whitespace().nth(2).filter(|word| word.starts_with('@'));
            let is_there = |name: &str| before.meanings.keys().any(|(known, _)| known == name);
            assert!(meaning.is_none_or(is_there), "{line}: what does its data mean");
            lines += 1;
        }
        assert!(lines > 250, "{lines} lines");
    }
}

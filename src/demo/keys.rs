//! The `key=value&...` part of a demo scene's name.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::error::{Error, Result};

/// The keys given for a scene; each is taken once, and what is left over is an error.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    scene: &'static str,
    given: Vec<(&'a str, &'a str)>,
    known: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    /// Splits `text`, which may be empty.
    pub(super) fn new(scene: &'static str, text: &'a str) -> Result<Self> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let given = pairs
            .map(|pair| {
                pair.split_once('=').ok_or_else(|| {
                    Error::usage(format!("demo:{scene}: {pair:?} should read key=value"))
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self { scene, given, known: Vec::new() })
    }

    /// The value of a key, or the default.
    pub(super) fn take<T>(
        &mut self,
        key: &'static str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T>
    where
        T: FromStr + PartialOrd + Display,
    {
        self.known.push(key);
        let Some(index) = self.given.iter().position(|(name, _)| *name == key) else {
            return Ok(default);
        };
        let (_, text) = self.given.remove(index);
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| {
            Error::usage(format!(
                "demo:{}: {key}={text} should be a number from {} to {}",
                self.scene,
                range.start(),
                range.end()
            ))
        })
    }

    /// Says so where a key is left that the scene does not have, or that was given twice.
    pub(super) fn finish(self) -> Result<()> {
        let Some((name, _)) = self.given.first() else { return Ok(()) };
        let fault = if self.known.contains(name) { "is given twice" } else { "is no key" };
        Err(Error::usage(format!(
            "demo:{}: {name:?} {fault}; the keys of this scene are {}",
            self.scene,
            self.known.join(", ")
        )))
    }
}

//! The parts of the benchmark, by the names that flags use.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

/// A part of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Scenes x classes x instruction sets x threads.
    Cells,
    /// More and more threads.
    Scaling,
    /// Calls with few rays.
    Latency,
    /// Larger and larger worlds.
    World,
}

impl Section {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Cells, Self::Scaling, Self::Latency, Self::World];

    /// The name used in flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Scaling => "scaling",
            Self::Latency => "latency",
            Self::World => "world",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Section {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Error::usage(format!("there is no section {name:?}; the sections are {known}"))
        })
    }
}

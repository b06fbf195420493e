//! The machine that figures were taken on: what they have to stand beside to mean anything.
//!
//! Read from `/proc` and `/sys`; where the system does not say, a figure is missing, never guessed.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::memory::{readable_bytes, system_bytes};
use crate::pool::all_threads;
use crate::simd::Isa;

/// A machine, and the program on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name for itself.
    pub cpu: String,
    /// Cores of the machine, if the system tells.
    pub cores: Option<usize>,
    /// Threads that this process may use: affinity mask and container's quota.
    pub threads: usize,
    /// Instruction sets, lowest first.
    pub isas: Vec<String>,
    /// Data caches, smallest level first, as one core sees them.
    pub caches: Vec<Cache>,
    /// Memory of the machine.
    pub memory_bytes: Option<u64>,
    /// The operating system.
    pub os: String,
    /// Its kernel.
    pub kernel: String,
    /// The compiler that made the program.
    pub compiler: String,
    /// The version of voxray.
    pub version: String,
    /// The commit that it was made of, if that is known.
    pub commit: Option<String>,
    /// When the figures were taken: UTC, as in 2025-01-31T12:00:00Z.
    pub date: String,
}

/// Load from which on other programs take a good part of a core.
const UNREST: f64 = 0.5;

/// A warning, where other programs kept the machine busy in the last minute.
pub(super) fn unrest() -> Option<String> {
    let load: f64 = line_of("/proc/loadavg")?.split(' ').next()?.parse().ok()?;
    (load >= UNREST).then(|| {
        format!("the machine was not quiet: load {load:.1} before the first run; rates may be too low by any factor, and scaling wrong")
    })
}

/// A data cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cache {
    /// `L1d`, `L2`, `L3`.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

impl Machine {
    /// This machine, now.
    pub fn detect() -> Self {
        let unknown = || "unknown".to_string();
        Self {
            cpu: cpu_name().unwrap_or_else(|| std::env::consts::ARCH.into()),
            cores: cores(),
            threads: all_threads(),
            isas: Isa::available().map(|isa| isa.to_string()).collect(),
            caches: caches(),
            memory_bytes: system_bytes("MemTotal"),
            os: os_name().unwrap_or_else(|| std::env::consts::OS.into()),
            kernel: line_of("/proc/sys/kernel/osrelease").unwrap_or_else(unknown),
            compiler: option_env!("VOXRAY_RUSTC").map_or_else(unknown, str::to_owned),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: option_env!("VOXRAY_COMMIT").map(str::to_owned),
            date: now(),
        }
    }

    /// The smallest cache that holds so many bytes, or `memory`.
    pub fn home_of(&self, bytes: u64) -> String {
        let cache = self.caches.iter().find(|cache| cache.bytes >= bytes);
        cache.map_or_else(|| "memory".into(), |cache| cache.name.clone())
    }

    /// What differs from another machine in a way that makes rates differ: one line each, `what: theirs, ours`.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let pairs = [
            ("processor", &other.cpu, &self.cpu),
            ("threads", &other.threads.to_string(), &self.threads.to_string()),
            ("instruction sets", &other.isas.join(" "), &self.isas.join(" ")),
            ("caches", &other.cache_text(), &self.cache_text()),
            ("compiler", &other.compiler, &self.compiler),
        ];
        let differing = pairs.into_iter().filter(|(_, theirs, ours)| theirs != ours);
        differing.map(|(what, theirs, ours)| format!("{what}: {theirs}, now {ours}")).collect()
    }

    /// The caches in one line: `L1d 48 KiB, L2 1 MiB`.
    pub(super) fn cache_text(&self) -> String {
        let texts = self
            .caches
            .iter()
            .map(|cache| format!("{} {}", cache.name, readable_bytes(cache.bytes)));
        texts.collect::<Vec<_>>().join(", ")
    }
}

fn line_of(path: &str) -> Option<String> {
    let text = read_to_string(path).ok()?;
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// The values of a key in `/proc/cpuinfo`, one per logical processor.
fn cpu_values(info: &str, key: &str) -> Vec<String> {
    let pairs = info.lines().filter_map(|line| line.split_once(':'));
    pairs.filter(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned()).collect()
}

fn cpu_name() -> Option<String> {
    let info = read_to_string("/proc/cpuinfo").ok()?;
    cpu_values(&info, "model name").into_iter().next()
}

fn cores() -> Option<usize> {
    let info = read_to_string("/proc/cpuinfo").ok()?;
    let (sockets, cores) = (cpu_values(&info, "physical id"), cpu_values(&info, "core id"));
    let distinct: BTreeSet<_> = sockets.iter().zip(&cores).collect();
    Some(distinct.len()).filter(|&count| count > 0)
}

fn os_name() -> Option<String> {
    let text = read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

fn caches() -> Vec<Cache> {
    let mut found: Vec<_> = (0..16).filter_map(cache).collect();
    found.sort_by_key(|cache| cache.bytes);
    found
}

fn cache(index: usize) -> Option<Cache> {
    let entry =
        |name: &str| line_of(&format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}"));
    let (level, kind) = (entry("level")?, entry("type")?);
    let suffix = match kind.as_str() {
        "Data" => "d",
        "Unified" => "",
        _ => return None,
    };
    Some(Cache { name: format!("L{level}{suffix}"), bytes: cache_size(&entry("size")?)? })
}

/// `48K`, `1024K`, `32M`.
fn cache_size(text: &str) -> Option<u64> {
    let shift = match text.chars().last()? {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => return text.parse().ok(),
    };
    text[..text.len() - 1].parse::<u64>().ok()?.checked_mul(1 << shift)
}

fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_text(since.as_secs())
}

/// Seconds since 1970 as a date, by the proleptic Gregorian calendar, counted in eras of 400 years from 1 March of
/// year 0.
fn date_text(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date_text(seconds), expected, "{seconds} s");
        }
    }

    #[test]
    fn caches_are_read_in_their_units() {
        assert_eq!(cache_size("48K"), Some(48 << 10), "KiB");
        assert_eq!(cache_size("32M"), Some(32 << 20), "MiB");
        assert_eq!((cache_size(""), cache_size("big")), (None, None), "no size");
    }

    #[test]
    fn a_grid_lives_in_the_smallest_cache_that_holds_it() {
        let cache = |name: &str, bytes| Cache { name: name.into(), bytes };
        let caches = vec![cache("L1d", 100), cache("L2", 1000)];
        let machine = Machine { caches, ..Machine::detect() };
        assert_eq!([100, 101, 1001].map(|n| machine.home_of(n)), ["L1d", "L2", "memory"], "homes");
    }

    #[test]
    fn what_differs_is_told_and_the_date_is_not() {
        let here = Machine::detect();
        let later = Machine { date: "later".into(), commit: None, ..here.clone() };
        assert!(later.differences(&here).is_empty(), "the same machine");
        let other = Machine { cpu: "another".into(), ..here.clone() };
        let told = here.differences(&other);
        assert!(told.len() == 1 && told[0].starts_with("processor: another, now"), "{told:?}");
    }
}

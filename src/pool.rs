//! Private thread pools, one per number of threads, made when first needed and kept.
//!
//! rayon's global pool belongs to the program that uses this library and is never touched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, ErrorKind, Result};

/// More threads than this make nothing faster, and a system takes long to start them.
const MAX_THREADS: usize = 1024;

/// The number of threads that `threads` stands for: 0 is all that the affinity mask and the container's quota give.
///
/// # Errors
/// For more than 1024.
///
/// ```
/// assert_eq!(voxray::resolve_threads(3)?, 3);
/// assert!(voxray::resolve_threads(100_000).is_err());
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn resolve_threads(threads: usize) -> Result<usize> {
    check_threads(threads)?;
    Ok(if threads == 0 { all_threads() } else { threads })
}

/// Refuses too many threads; unlike [`resolve_threads`] without asking the system, which takes longer than a small batch.
pub(crate) fn check_threads(threads: usize) -> Result<()> {
    if threads <= MAX_THREADS {
        return Ok(());
    }
    Err(Error::usage(format!(
        "{threads} threads are more than {MAX_THREADS}, which make nothing faster; 0 takes as many as there are"
    )))
}

/// All threads that the affinity mask and the container's quota give.
pub(crate) fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| all.get().min(MAX_THREADS))
}

/// Runs `job` in the private pool of so many threads.
///
/// # Errors
/// As [`resolve_threads`], and where the system gives no threads.
pub fn run_in_pool<R: Send>(threads: usize, job: impl FnOnce() -> R + Send) -> Result<R> {
    Ok(pool(resolve_threads(threads)?)?.install(job))
}

fn pool(threads: usize) -> Result<Arc<ThreadPool>> {
    static POOLS: OnceLock<Mutex<HashMap<usize, Arc<ThreadPool>>>> = OnceLock::new();
    let mut pools =
        POOLS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&threads) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("voxray-{index}"))
        .build()
        .map_err(|error| {
            Error::new(
                ErrorKind::Memory,
                format!("{threads} threads cannot be started ({error}); ask for fewer"),
            )
        })?;
    let pool = Arc::new(pool);
    pools.insert(threads, Arc::clone(&pool));
    Ok(pool)
}

/// What `job` gives for each of 0..`count`, in order, computed in the private pool of so many threads.
///
/// # Errors
/// The first error of a job, and where the system gives no threads.
pub(crate) fn map_in_pool<R: Send>(
    threads: usize,
    count: usize,
    job: impl Fn(usize) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    use rayon::prelude::*;
    run_in_pool(threads, || (0..count).into_par_iter().map(&job).collect())?
}

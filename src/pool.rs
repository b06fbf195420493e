//! Private thread pools, one per number of threads, made when first needed and kept.
//!
//! rayon's global pool belongs to the program that uses this library and is never touched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, ErrorKind, Result};

/// More threads than this are never started, whatever is asked for: results do not depend on their number.
const MAX_THREADS: usize = 1024;

/// The number of threads that `threads` stands for, at most 1024: 0 is all that the affinity mask and the container's quota give.
pub fn resolve_threads(threads: usize) -> usize {
    if threads > 0 {
        return threads.min(MAX_THREADS);
    }
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Runs `job` in the private pool of so many threads.
///
/// # Errors
/// Where the system gives no threads.
pub fn run_in_pool<R: Send>(threads: usize, job: impl FnOnce() -> R + Send) -> Result<R> {
    Ok(pool(resolve_threads(threads))?.install(job))
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

//! What the fast walk did for a batch.

/// Counts of the fast walk: a statistic, not part of any answer. The plain walk leaves them at 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WalkWork {
    /// How often a ray looked into the grid: the steps of the fast walk, fewer than the faces crossed.
    pub lookups: u64,
    /// Steps of whole vectors of lanes, idle lanes and all.
    pub vector_steps: u64,
    /// Those of them in which some guess of a position was in doubt and was corrected.
    pub corrected_steps: u64,
    /// Lanes in those vectors, whether they held a ray or not: `vector_steps` times the lanes of the instruction set.
    pub lanes: u64,
}

impl WalkWork {
    /// The share of lanes that held a ray, of all that were stepped; 0 where nothing was.
    #[allow(clippy::cast_precision_loss, reason = "a share")]
    pub fn lane_use(&self) -> f64 {
        if self.lanes == 0 { 0.0 } else { self.lookups as f64 / self.lanes as f64 }
    }

    /// Adds the counts of another part of the batch.
    pub fn add(&mut self, other: Self) {
        self.lookups += other.lookups;
        self.vector_steps += other.vector_steps;
        self.corrected_steps += other.corrected_steps;
        self.lanes += other.lanes;
    }
}

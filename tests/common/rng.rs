//! A small random generator (splitmix64; Steele, Lea and Flood, 2014), so that a seed gives the same rays for ever.

/// The seed of a test: `VOXRAY_TEST_SEED`, else a fixed one. Tests name it when they fail.
pub(crate) fn seed() -> u64 {
    std::env::var("VOXRAY_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_260)
}

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The stream of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1))
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        hash(self.0)
    }

    /// Evenly in 0..n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Evenly in low..=high.
    pub(crate) fn int(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// Evenly in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Evenly in [low, high).
    pub(crate) fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True once in `n`.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// -1 or 1.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.one_in(2) { -1.0 } else { 1.0 }
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A direction evenly spread over the sphere.
    pub(crate) fn direction(&mut self) -> [f64; 3] {
        loop {
            let d = [0; 3].map(|_: i32| self.within(-1.0, 1.0));
            let length = d.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.01..1.0).contains(&length) {
                return d.map(|x| x / length);
            }
        }
    }
}

/// Scrambles 64 bits (the finalizer of splitmix64).
pub(crate) fn hash(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Scrambles a voxel position.
pub(crate) fn hash_voxel(voxel: [i32; 3], seed: u64) -> u64 {
    voxel.iter().fold(hash(seed), |h, &k| hash(h ^ u64::from(k.cast_unsigned())))
}

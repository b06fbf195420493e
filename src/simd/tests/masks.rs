//! What moves lanes by a mask, for every mask that there is: 256 of 8 lanes, 65536 of 16.

use super::{Kernel, MAX_LANES, Simd, for_each_isa};

/// Bits above the lanes, which are to be ignored.
const ABOVE: u32 = 0xa5a5 << 16;

/// The lanes of a vector.
fn lanes_of<S: Simd>(s: S, v: S::I32) -> [i32; MAX_LANES] {
    let mut lanes = [0; MAX_LANES];
    s.store_i32(&mut lanes, v);
    lanes
}

fn is_set(bits: u32, lane: usize) -> bool {
    bits >> lane & 1 == 1
}

/// What the operations make of one mask.
struct Moved {
    bits: u32,
    round_trip: u32,
    with_bits_above: u32,
    selected: [i32; MAX_LANES],
    compressed: [i32; MAX_LANES],
    expanded: [i32; MAX_LANES],
}

/// Every mask, with lanes that hold 100, 101 and so on, others that hold -1, -2 and so on, and memory that holds 200,
/// 201 and so on.
#[derive(Clone, Copy)]
struct EveryMask;

impl Kernel for EveryMask {
    type Output = (usize, Vec<Moved>);
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> (usize, Vec<Moved>) {
        let ours = s.add_i32(s.splat_i32(100), s.lane_index());
        let others = s.sub_i32(s.splat_i32(-1), s.lane_index());
        let memory: Vec<i32> = (200..).take(S::LANES).collect();
        let moved = (0..1 << S::LANES).map(|bits: u32| {
            let mask = s.mask_from_bits(bits);
            let above = ABOVE & !0 << S::LANES;
            Moved {
                bits,
                round_trip: s.mask_to_bits(mask),
                with_bits_above: s.mask_to_bits(s.mask_from_bits(bits | above)),
                selected: lanes_of(s, s.select_i32(mask, ours, others)),
                compressed: lanes_of(s, s.compress(mask, ours)),
                expanded: lanes_of(s, s.expand(bits | above, others, &memory)),
            }
        });
        (S::LANES, moved.collect())
    }
}

/// Runs `check` on each mask of each instruction set, with its lanes and a text that names both.
fn for_each_mask(check: impl Fn(usize, &Moved, &str)) {
    for_each_isa(EveryMask, |isa, (lanes, moved)| {
        assert_eq!(moved.len(), 1 << lanes, "every mask on {isa}");
        for one in &moved {
            check(lanes, one, &format!("mask {:#b} on {isa}", one.bits));
        }
    });
}

#[test]
fn bits_of_a_mask_come_back() {
    for_each_mask(|_, moved, which| {
        assert_eq!(moved.round_trip, moved.bits, "{which}");
        assert_eq!(moved.with_bits_above, moved.bits, "{which}, with bits above the lanes");
    });
}

#[test]
fn bit_i_is_lane_i() {
    for_each_mask(|lanes, moved, which| {
        let expected = (100..).zip((0..lanes).map(|lane| is_set(moved.bits, lane)));
        let expected: Vec<i32> = expected.map(|(x, set)| if set { x } else { 99 - x }).collect();
        assert_eq!(moved.selected[..lanes], expected, "{which}");
    });
}

#[test]
fn compress_packs_in_order() {
    for_each_mask(|lanes, moved, which| {
        let set = (100..).zip(0..lanes).filter(|&(_, lane)| is_set(moved.bits, lane));
        let expected: Vec<i32> = set.map(|(x, _)| x).collect();
        assert_eq!(moved.compressed[..expected.len()], expected, "{which}");
    });
}

#[test]
fn expand_takes_in_order_and_leaves_the_others() {
    for_each_mask(|lanes, moved, which| {
        let mut memory = 200..;
        let expected = (1..).zip(0..lanes).map(|(number, lane)| match is_set(moved.bits, lane) {
            true => memory.next().expect("no end"),
            false => -number,
        });
        assert_eq!(moved.expanded[..lanes], expected.collect::<Vec<i32>>(), "{which}");
    });
}

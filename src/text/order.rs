//! Order and membership, each compiled once: a generic sort costs kilobytes a type in WebAssembly.

use alloc::vec;
use alloc::vec::Vec;

/// So few are put in order one by one.
const FEW: usize = 32;

/// Sorts numbers. The only sort of the crate: byte by byte, the lowest first, so it takes as long for any order.
pub(crate) fn sort(numbers: &mut [u64]) {
    if numbers.len() <= FEW {
        return insert_all(numbers);
    }
    let (mut from, mut to) = (numbers.to_vec(), vec![0; numbers.len()]);
    let first = numbers.first().copied().unwrap_or(0);
    let differing = numbers.iter().fold(0, |bits, number| bits | (number ^ first));
    // Most keys have some bytes in common.
    for byte in (0..8).filter(|byte| (differing >> (byte * 8)) as u8 != 0) {
        let digit = |number: u64| (number >> (byte * 8)) as u8 as usize;
        let mut counts = [0usize; 256];
        for number in &from {
            if let Some(count) = counts.get_mut(digit(*number)) {
                *count += 1;
            }
        }
        let mut start = 0;
        for count in &mut counts {
            start += core::mem::replace(count, start);
        }
        for number in &from {
            if let Some(place) = counts.get_mut(digit(*number))
                && let Some(slot) = to.get_mut(*place)
            {
                *slot = *number;
                *place += 1;
            }
        }
        core::mem::swap(&mut from, &mut to);
    }
    numbers.copy_from_slice(&from);
}

fn insert_all(numbers: &mut [u64]) {
    for end in 1..=numbers.len() {
        let Some(sorted) = numbers.get_mut(..end) else { return };
        let Some(new) = sorted.last().copied() else { return };
        let place = sorted.iter().rev().skip(1).take_while(|number| **number > new).count();
        if let Some(tail) = sorted.get_mut(end - 1 - place..) {
            tail.rotate_right(1);
        }
    }
}

/// Two numbers as one, ordered by the first and then the second.
pub(crate) const fn join(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// The items in the order of a key; equal keys keep their order.
pub(crate) fn ordered<T>(items: Vec<T>, key: impl Fn(&T) -> u32) -> Vec<T> {
    let mut keys: Vec<u64> = items.iter().enumerate().map(|(at, item)| join(key(item), at as u32)).collect();
    sort(&mut keys);
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    keys.into_iter().filter_map(|key| slots.get_mut(key as u32 as usize)?.take()).collect()
}

/// A set of 64-bit hashes, by open addressing.
pub(crate) struct KeySet {
    /// A power of two. 0 is an empty slot; a key of 0 is kept as 1.
    slots: Vec<u64>,
    length: usize,
}

impl KeySet {
    pub(crate) fn new() -> KeySet {
        KeySet { slots: vec![0; 64], length: 0 }
    }

    /// Adds a key; whether it is new.
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        if self.length * 2 >= self.slots.len() {
            let larger = vec![0; self.slots.len() * 4];
            let keys = core::mem::replace(&mut self.slots, larger);
            keys.into_iter().filter(|key| *key != 0).for_each(|key| {
                place(&mut self.slots, key);
            });
        }
        let new = place(&mut self.slots, slot(key));
        self.length += usize::from(new);
        new
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        let key = slot(key);
        let mut at = first(&self.slots, key);
        loop {
            match self.slots.get(at).copied().unwrap_or(0) {
                0 => return false,
                found if found == key => return true,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// What stands for a key: never 0, that is a free slot. Places are keys too, and 0 and 1 are two of them.
const fn slot(key: u64) -> u64 {
    let slot = key.wrapping_add(1);
    if slot == 0 { 1 } else { slot }
}

fn first(slots: &[u64], key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (slots.len() - 1)
}

fn place(slots: &mut [u64], key: u64) -> bool {
    let mut at = first(slots, key);
    loop {
        let size = slots.len();
        let Some(slot) = slots.get_mut(at) else { return false };
        match *slot {
            0 => {
                *slot = key;
                return true;
            }
            found if found == key => return false,
            _ => at = (at + 1) & (size - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_orders() {
        let mut set = KeySet::new();
        for key in (0..1000u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            assert!(set.insert(key));
            assert!(!set.insert(key));
        }
        assert!(set.contains(0) && set.contains(0x9e37_79b9_7f4a_7c15) && !set.contains(2));
        assert_eq!(ordered(vec![(2, 'a'), (1, 'b'), (2, 'c')], |item| item.0), [(1, 'b'), (2, 'a'), (2, 'c')]);
    }
}

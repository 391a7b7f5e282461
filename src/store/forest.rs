//! Choosing among steps of which each stands above others: a greedy knapsack on a forest (I5).

use crate::text::offset;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Steps by number, and who needs which.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// For each step the one that has to be done before it.
    pub above: Vec<Option<u32>>,
    /// For each step the tokens that it adds; negative where it saves some.
    pub costs: Vec<f64>,
    /// For each probe the steps that it needs, without those above them. One that needs none cannot be helped.
    pub needs: Vec<Vec<u32>>,
}

/// One whole probe: divisible by all small numbers.
const WHOLE: u64 = 5040;

/// The forest, read the other way round.
struct Sorted<'a> {
    forest: &'a Forest,
    below: Vec<Vec<u32>>,
    /// For each step what the probes that need it weigh: each shares one whole among its steps.
    weights: Vec<u64>,
    probes: Vec<Vec<u32>>,
}

/// What was chosen, in order.
struct Choice {
    chosen: Vec<bool>,
    steps: Vec<u32>,
    missing: Vec<u32>,
    spent: f64,
    regained: u32,
}

/// The steps to do, in this order, for a budget of tokens (infinity: no limit): those that help most probes for a token first.
/// Where the one step that helps most alone comes to more in the end, that first.
///
/// It costs, but for a logarithm, the steps times their depth.
#[inline(never)]
pub fn choose(forest: &Forest, budget: f64) -> Vec<u32> {
    let sorted = Sorted::new(forest);
    let plain = sorted.greedy(budget, None);
    match sorted.alone(budget).map(|seed| sorted.greedy(budget, Some(seed))) {
        Some(seeded) if seeded.regained > plain.regained => seeded.steps,
        _ => plain.steps,
    }
}

impl Sorted<'_> {
    fn new(forest: &Forest) -> Sorted<'_> {
        let count = forest.above.len();
        let mut sorted =
            Sorted { forest, below: vec![Vec::new(); count], weights: vec![0; count], probes: vec![Vec::new(); count] };
        for (step, above) in forest.above.iter().enumerate() {
            if let Some(below) = above.and_then(|above| sorted.below.get_mut(above as usize)) {
                below.push(offset(step));
            }
        }
        for (probe, needs) in forest.needs.iter().enumerate() {
            for step in needs.iter().map(|step| *step as usize) {
                if let (Some(weight), Some(probes)) = (sorted.weights.get_mut(step), sorted.probes.get_mut(step)) {
                    *weight += WHOLE / needs.len() as u64;
                    probes.push(offset(probe));
                }
            }
        }
        sorted
    }

    /// The step and those above it that are not chosen, the lowest first.
    fn way(&self, chosen: &[bool], step: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut next = Some(step);
        // A circle, which no store makes, ends where it is as long as the forest.
        while let Some(step) =
            next.filter(|step| chosen.get(*step as usize) == Some(&false) && way.len() < chosen.len())
        {
            way.push(step);
            next = self.forest.above.get(step as usize).copied().flatten();
        }
        way
    }

    fn cost(&self, step: u32) -> f64 {
        self.forest.costs.get(step as usize).copied().unwrap_or(0.0)
    }

    /// Whether a probe needs the step itself: one that only others stand below is chosen with them.
    fn is_needed(&self, step: u32) -> bool {
        self.weights.get(step as usize).is_some_and(|weight| *weight > 0)
    }

    /// What choosing a step would still cost and help.
    fn worth(&self, chosen: &[bool], step: u32) -> (f64, u64) {
        self.way(chosen, step).iter().fold((0.0, 0), |(cost, weight), step| {
            (cost + self.cost(*step), weight + self.weights.get(*step as usize).copied().unwrap_or(0))
        })
    }

    /// The one step that helps most for what fits the budget.
    fn alone(&self, budget: f64) -> Option<u32> {
        let none = vec![false; self.below.len()];
        let mut best: Option<(u32, f64, u64)> = None;
        for step in 0..offset(none.len()) {
            let (cost, weight) = self.worth(&none, step);
            let better = |(_, least, most): (u32, f64, u64)| weight > most || (weight == most && cost < least);
            if cost <= budget && self.is_needed(step) && best.is_none_or(better) {
                best = Some((step, cost, weight));
            }
        }
        best.map(|(step, ..)| step)
    }

    fn greedy(&self, budget: f64, seed: Option<u32>) -> Choice {
        let needs = self.forest.needs.iter();
        let mut choice = Choice {
            chosen: vec![false; self.below.len()],
            steps: Vec::new(),
            missing: needs.map(|needs| offset(needs.len())).collect(),
            spent: 0.0,
            regained: 0,
        };
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = BinaryHeap::new();
        if let Some(seed) = seed {
            self.take(&mut choice, seed);
        }
        let mut open: Vec<u32> = (0..offset(self.below.len())).collect();
        loop {
            // Whatever stands below a chosen step costs less now.
            while let Some(step) = open.pop() {
                if choice.chosen.get(step as usize) == Some(&false) && self.is_needed(step) {
                    heap.push((rank(self.worth(&choice.chosen, step)), Reverse(step)));
                }
            }
            let Some((ranked, Reverse(step))) = heap.pop() else { break };
            let worth = self.worth(&choice.chosen, step);
            // Chosen meanwhile, or worth something else now: then it stands in the heap again.
            if worth.1 == 0 || rank(worth) != ranked || choice.spent + worth.0 > budget {
                continue;
            }
            let mut under: Vec<u32> = self.take(&mut choice, step).into_iter().collect();
            while let Some(step) = under.pop() {
                let below = self.below.get(step as usize).map_or(&[][..], |below| below);
                open.extend(below);
                under.extend(below);
            }
        }
        choice
    }

    /// Chooses a step and all above it, from the top; gives the top.
    fn take(&self, choice: &mut Choice, step: u32) -> Option<u32> {
        let way = self.way(&choice.chosen, step);
        for step in way.iter().rev() {
            if let Some(chosen) = choice.chosen.get_mut(*step as usize) {
                *chosen = true;
            }
            choice.spent += self.cost(*step);
            choice.steps.push(*step);
            for probe in self.probes.get(*step as usize).map_or(&[][..], |probes| probes) {
                if let Some(missing) = choice.missing.get_mut(*probe as usize) {
                    *missing -= 1;
                    choice.regained += u32::from(*missing == 0);
                }
            }
        }
        way.last().copied()
    }
}

/// Ordered by weight for a token; what costs nothing comes first.
fn rank((cost, weight): (f64, u64)) -> u64 {
    if cost > 0.0 { (weight as f64 * 1e6 / cost) as u64 } else { u64::MAX }
}

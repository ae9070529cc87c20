use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Histogram {
    buckets: BTreeMap<u64, usize>,
    width: u64,
}

impl Histogram {
    pub fn new(width: u64) -> Self {
        assert!(width > 0, "a bucket must be at least 1 wide");
        Self {
            buckets: BTreeMap::new(),
            width,
        }
    }

    pub fn record(&mut self, value: u64) {
        *self.buckets.entry(value / self.width).or_default() += 1;
    }

    pub fn total(&self) -> usize {
        self.buckets.values().sum()
    }

    /// The fullest bucket: its lower bound and how many values it holds.
    pub fn mode(&self) -> Option<(u64, usize)> {
        self.buckets
            .iter()
            .max_by_key(|(_, count)| **count)
            .map(|(bucket, count)| (bucket * self.width, *count))
    }
}

impl Extend<u64> for Histogram {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, iter: T) {
        for value in iter {
            self.record(value);
        }
    }
}

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Histogram {
    buckets: BTreeMap<u64, usize>,
    width: u64,
}

impl Histogram {
    pub fn new(width: u64) -> Self {
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
}

impl Extend<u64> for Histogram {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, iter: T) {
        for value in iter {
            self.record(value);
        }
    }
}

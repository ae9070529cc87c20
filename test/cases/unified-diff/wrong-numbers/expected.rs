pub fn parse_pair(text: &str) -> Option<(u32, u32)> {
    let (left, right) = text.split_once(',')?;
    let left = left.parse().ok()?;
    let right = right.parse().ok()?;
    Some((left, right))
}

pub fn parse_range(text: &str) -> Option<(u32, u32)> {
    let (left, right) = text.split_once('-')?;
    let left = left.trim().parse().ok()?;
    let right = right.trim().parse().ok()?;
    if left > right {
        return None;
    }
    Some((left, right))
}

pub fn overlaps(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

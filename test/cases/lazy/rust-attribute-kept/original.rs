pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Perceived brightness from 0.0 to 1.0.
    #[inline]
    #[must_use]
    pub fn luminance(&self) -> f32 {
        let Rgb(r, g, b) = *self;
        (r as f32 + g as f32 + b as f32) / 765.0
    }

    /// Whether black text is readable on it.
    #[must_use]
    pub fn is_light(&self) -> bool {
        self.luminance() > 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_light() {
        assert!(Rgb(255, 255, 255).is_light());
    }
}

import { describe, expect, it } from 'vitest';

import { parseDuration } from '../src/duration.js';

describe('parseDuration', () => {
  it('reads seconds', () => {
    expect(parseDuration('5s')).toBe(5000);
  });

  it('reads minutes', () => {
    expect(parseDuration('2m')).toBe(120000);
  });

  it('reads hours', () => {
    expect(parseDuration('3h')).toBe(10800000);
  });

  it('rejects an unknown unit', () => {
    expect(() => parseDuration('5x')).toThrow(RangeError);
  });
});

describe('parseDuration with spaces', () => {
  it('reads seconds', () => {
    expect(parseDuration(' 5s ')).toBe(5000);
  });
});

def clamp(value, low, high):
    return max(low, min(value, high))


def lerp(a, b, t):
    t = clamp(t, 0, 1)
    return a + (b - a) * t


def smooth(t):
    return t * t * (3 - 2 * t)

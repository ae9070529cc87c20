def bisect(values, wanted):
    low = 0
    high = len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def contains(values, wanted):
    at = bisect(values, wanted)
    return at < len(values) and values[at] == wanted

"""Roman numerals."""

VALUES = [
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number):
    if not 0 < number < 90:
        raise ValueError(number)
    out = ""
    for value, text in VALUES:
        while number >= value:
            out += text
            number -= value
    return out

"""Roman numerals."""

VALUES = [
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number):
    out = ""
    for value, text in VALUES:
        while number >= value:
            out += text
            number -= value
    return out

def greet(name, *, loud=False):
    text = f"Hello {name}"
    return text.upper() if loud else text


def part(name):
    return f"Goodbye {name}"

def greet(name):
    return f"Hello {name}"


def part(name):
    return f"Goodbye {name}"

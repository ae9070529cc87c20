def greet(guest):
    if guest is None:
        return
    say(guest)


def part(guest):
    note(guest)
    wave(guest)
    close(guest)

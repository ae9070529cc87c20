def greet(guest):
    say(guest)


def part(guest):
    wave(guest)
    close(guest)

GREETINGS = {
    "de": "Grüß dich",
    "ja": "こんにちは",
    "uk": "Привіт",
}

SMILE = "🙂"


def greet(language, name):
    # Falls back to German – that's our home.
    word = GREETINGS.get(language, GREETINGS["de"])
    return f"{word}, {name} {SMILE}"

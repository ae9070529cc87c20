GREETINGS = {
    "de": "Grüß dich",
    "ja": "こんにちは",
    "uk": "Привіт",
    "is": "Góðan daginn",
}

SMILE = "🙂"


def greet(language, name, smile=True):
    # Falls back to German – that's our home.
    word = GREETINGS.get(language, GREETINGS["de"])
    end = f" {SMILE}" if smile else ""
    return f"{word}, {name}{end}"

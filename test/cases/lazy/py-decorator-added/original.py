import json
import pathlib

ROOT = pathlib.Path(__file__).parent


def load_words(language):
    path = ROOT / "words" / f"{language}.json"
    with path.open(encoding="utf-8") as file:
        return frozenset(json.load(file))


def is_known(word, language="en"):
    return word.lower() in load_words(language)


def unknown(text, language="en"):
    return [word for word in text.split() if not is_known(word, language)]

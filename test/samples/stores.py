"""Two places where notes can be kept."""

from __future__ import annotations

import json
from pathlib import Path


class FileStore:
    """Keeps each note in a file of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, name: str) -> dict:
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8"))

    def save(self, name: str, note: dict) -> None:
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(note), encoding="utf-8")


class MemoryStore:
    """Keeps notes until the process ends; for tests."""

    def __init__(self) -> None:
        self.notes: dict[str, str] = {}

    def load(self, name: str) -> dict:
        return json.loads(self.notes[name])

    def save(self, name: str, note: dict) -> None:
        self.notes[name] = json.dumps(note)


def copy(source, target, names: list[str]) -> int:
    for name in names:
        target.save(name, source.load(name))
    return len(names)

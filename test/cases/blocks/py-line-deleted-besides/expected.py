"""Keeps what was measured."""

import json
from pathlib import Path

LIMIT = 500


class Drawer:
    """Holds readings on disk."""

    def __init__(self, path):
        self.path = Path(path)

    def put(self, reading):
        with self.path.open("a") as file:
            file.write(json.dumps(reading, separators=(",", ":")) + "\n")


def report(readings):
    for reading in readings:
        print(reading)

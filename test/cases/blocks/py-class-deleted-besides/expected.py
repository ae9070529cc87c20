"""Keeps what was measured."""

import json
import sys
from pathlib import Path

LIMIT = 2000


class Drawer:
    """Holds readings on disk."""

    def __init__(self, path):
        self.path = Path(path)

    def put(self, reading):
        with self.path.open("a") as file:
            file.write(json.dumps(reading) + "\n")


def report(readings):
    for reading in readings:
        print(reading)

"""Keeps what was measured."""

import json
import sys
from pathlib import Path

LIMIT = 500


class Shelf:
    """Holds readings in memory."""

    def __init__(self):
        self.readings = []

    def put(self, reading):
        self.readings.append(reading)


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

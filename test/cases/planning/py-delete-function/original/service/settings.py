"""Reads the settings of the service."""

import os
import json


def read_file(path):
    with open(path, encoding="utf-8") as source:
        return json.load(source)


def read_legacy(path):
    values = {}
    for line in open(path):
        key, value = line.split("=")
        values[key] = value
    return values


def read_environment(prefix):
    return {key[len(prefix):].lower(): value for key, value in os.environ.items() if key.startswith(prefix)}

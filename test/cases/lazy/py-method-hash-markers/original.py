"""A small in-memory cache with expiry."""

import time
from dataclasses import dataclass


@dataclass
class Entry:
    value: object
    expires: float


class Cache:
    def __init__(self, ttl=60.0, clock=time.monotonic):
        self._ttl = ttl
        self._clock = clock
        self._entries = {}

    def get(self, key, default=None):
        entry = self._entries.get(key)
        if entry is None:
            return default
        if entry.expires < self._clock():
            del self._entries[key]
            return default
        return entry.value

    def set(self, key, value):
        self._entries[key] = Entry(value, self._clock() + self._ttl)

    def purge(self):
        now = self._clock()
        stale = [key for key, entry in self._entries.items() if entry.expires < now]
        for key in stale:
            del self._entries[key]
        return len(stale)

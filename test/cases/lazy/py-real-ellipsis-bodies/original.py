from typing import Protocol


class Store(Protocol):
    def get(self, key: str) -> bytes: ...

    def put(self, key: str, value: bytes) -> None: ...

    def keys(self) -> list[str]:
        ...


class Clock(Protocol):
    def now(self) -> float: ...


class MemoryStore:
    def __init__(self) -> None:
        self._data: dict[str, bytes] = {}

    def get(self, key: str) -> bytes:
        return self._data[key]

    def put(self, key: str, value: bytes) -> None:
        self._data[key] = value

    def keys(self) -> list[str]:
        return sorted(self._data)

from dataclasses import dataclass


@dataclass
class Track:
    title: str
    seconds: int

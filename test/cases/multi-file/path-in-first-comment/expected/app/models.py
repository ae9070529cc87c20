from dataclasses import dataclass


@dataclass
class Track:
    title: str
    seconds: int

    @property
    def length(self) -> str:
        return f"{self.seconds // 60}:{self.seconds % 60:02}"

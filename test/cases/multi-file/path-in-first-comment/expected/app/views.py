from app.models import Track


def row(track: Track) -> str:
    return f"{track.title:<40}{track.length:>6}"


def table(tracks: list[Track]) -> str:
    return "\n".join(row(track) for track in tracks)

import math


def haversine(lat1, lon1, lat2, lon2):
    """Great-circle distance between two points.

    All arguments are in degrees. The result is in kilometres.

        >>> round(haversine(52.5, 13.4, 48.1, 11.6))
        506
    """
    lat1, lon1, lat2, lon2 = map(math.radians, (lat1, lon1, lat2, lon2))
    a = math.sin((lat2 - lat1) / 2) ** 2
    b = math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0 * math.asin(math.sqrt(a + b))


def bearing(lat1, lon1, lat2, lon2):
    """Initial bearing from the first point to the second, in degrees."""
    lat1, lon1, lat2, lon2 = map(math.radians, (lat1, lon1, lat2, lon2))
    x = math.sin(lon2 - lon1) * math.cos(lat2)
    y = math.cos(lat1) * math.sin(lat2)
    y -= math.sin(lat1) * math.cos(lat2) * math.cos(lon2 - lon1)
    return math.degrees(math.atan2(x, y)) % 360

class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees

    def __str__(self):
        return f"{self.degrees:.1f} C"

    def is_freezing(self):
        return self.degrees <= 0


class Fahrenheit:
    def __init__(self, degrees):
        self.degrees = degrees

    def __str__(self):
        return f"{self.degrees:.1f} F"

    def is_freezing(self):
        return self.degrees <= 32

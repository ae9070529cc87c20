class Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def next(self):
        char = self.text[self.at]
        self.at += 1
        return char


class LineReader:
    def __init__(self, text):
        self.lines = text.splitlines()
        self.at = 0

    def next(self):
        if self.at >= len(self.lines):
            return None
        line = self.lines[self.at]
        self.at += 1
        return line

    def rewind(self):
        self.at = 0
